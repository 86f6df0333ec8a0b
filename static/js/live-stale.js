// Since when the page is not up to date: [data-live-stale] says it while the server is not heard or cannot give a part;
// and that the event, or what the page shows of it, is no longer here.

/** Parts that the server could not give. */
export const failed = new Set();
/** Parts that are no longer there (404, 410). */
export const gone = new Set();
let event = "here";
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

/**
 * Whether the event is "here"; "closed" to visitors, who may still have a page of their own; or "gone", with all that this
 * page shows. Returns whether that is new.
 */
export function setEvent(now) {
  const isNew = now !== event;
  event = now;
  if (isNew) showState();
  return isNew;
}

function goneWord() {
  if (event === "gone") return "wordEventGone";
  return event === "here" && gone.size ? "wordPageGone" : "";
}

/** Say since when the page is not up to date, as long as that is so; or that it is no longer here. */
export function showState() {
  for (const parts of [failed, gone]) for (const part of parts) if (!part.isConnected) parts.delete(part);
  const mark = document.querySelector("[data-live-stale]");
  if (!mark) return;
  const word = goneWord();
  if (word || mark.dataset.gone) {
    mark.dataset.gone = word;
    mark.hidden = !word;
    const text = document.body.dataset[word] ?? "";
    if (mark.textContent !== text) mark.textContent = text;
    if (word) return;
  }
  const stale = lost || failed.size > 0;
  if (stale && mark.hidden) {
    const time = document.documentElement.dataset.asOf ?? new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(freshAt);
    mark.textContent = document.body.dataset.wordStale.replace("{time}", time);
  }
  mark.hidden = !stale;
}
