// How much the commentary tells, kept on the device, and the newest sentences for a screen reader: those that were not
// there before are read out by the page's [data-live-said].

const KEY = "commentary-detail";
const list = () => document.querySelector("[data-commentary] .commentary-list");
let detail = Number(read()) || 2;
let last = newest();

function read() { try { return localStorage.getItem(KEY); } catch { return null; } }
function write(value) { try { localStorage.setItem(KEY, value); } catch { /* a private window */ } }

function lines() { return [...(list()?.children ?? [])].map((line) => [Number(line.dataset.detail), line.textContent.trim()]); }
function newest() { return lines().map(([, text]) => text).join("\n"); }

function apply() {
  for (const line of list()?.children ?? []) line.hidden = Number(line.dataset.detail) > detail;
  for (const button of document.querySelectorAll("[data-commentary-detail]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.commentaryDetail) === detail));
  }
}

/** The sentences on top that the list did not begin with before. */
function fresh() {
  const before = last.split("\n");
  const now = lines();
  last = newest();
  const count = now.findIndex((_line, at) => now.slice(at, at + 3).every(([, text], step) => text === before[step]));
  return now.slice(0, count < 0 ? now.length : count).filter(([level]) => level <= detail).map(([, text]) => text);
}

document.addEventListener("click", (event) => {
  const chosen = event.target.closest?.("[data-commentary-detail]");
  if (!chosen) return;
  detail = Number(chosen.dataset.commentaryDetail);
  write(String(detail));
  apply();
});
document.addEventListener("part:loaded", () => {
  const texts = fresh();
  apply();
  const region = document.querySelector("[data-live-said]");
  if (region && texts.length) region.textContent = texts.reverse().slice(-4).join(" ");
});
apply();
