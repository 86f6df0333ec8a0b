// Codes in the order in which they were scanned, each kept on the device until the server has answered it.

/**
 * ``new ScanQueue(store, send, say)``: ``store`` reads and writes a list, ``send(code)`` resolves with the server's answer
 * and rejects without a network, ``say(scan, answer)`` shows what became of one; ``answer`` is null while it waits.
 */
export class ScanQueue {
  constructor(store, send, say) {
    Object.assign(this, { store, send, say, isSending: false });
    for (const scan of store.read()) say(scan, null);
  }

  /** A code that was scanned. The same one twice within three seconds is one scan: a camera sees it many times. */
  add(code, at) {
    const waiting = this.store.read();
    if (this.last && this.last.code === code && at - this.last.at < 3_000) { this.last.at = at; return; }
    this.last = { code, at };
    const scan = { id: `${at}-${waiting.length}`, code, at };
    this.store.write([...waiting, scan]);
    this.say(scan, null);
    return this.flush();
  }

  /** Send what waits, in order; the first that does not get through stops it, and it begins again later. */
  async flush() {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let [scan] = this.store.read(); scan; [scan] = this.store.read()) {
        const answer = await this.send(scan.code);
        this.store.write(this.store.read().filter((other) => other.id !== scan.id));
        this.say(scan, answer);
      }
    } catch { /* offline: the next scan, or the network, begins again */ } finally {
      this.isSending = false;
    }
  }
}
