// Since when the page is not up to date: [data-live-stale] says it while the server is not heard or cannot give a part.

/** Parts that the server could not give. */
export const failed = new Set();
let lost = false;
let freshAt = Date.now();  // when the page was up to date last

export function setLost(now) {
  if (!now && failed.size === 0) { freshAt = Date.now(); delete document.documentElement.dataset.asOf; }
  if (now !== lost) {
    lost = now;
    document.documentElement.dataset.connection = now ? "lost" : "on";
  }
  showState();
}

/** Say since when the page is not up to date, as long as that is so. */
export function showState() {
  for (const part of failed) if (!part.isConnected) failed.delete(part);
  const mark = document.querySelector("[data-live-stale]");
  if (!mark) return;
  const stale = lost || failed.size > 0;
  if (stale && mark.hidden) {
    const time = document.documentElement.dataset.asOf ?? new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(freshAt);
    mark.textContent = document.body.dataset.wordStale.replace("{time}", time);
  }
  mark.hidden = !stale;
}
