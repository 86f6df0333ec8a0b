// A part that is asked for again every few seconds while the page is looked at: [data-again] is its address, and
// [data-again-stale] beside it says since when it is not up to date. For parts of several events, which have no stream.
import { draw } from "./clock.js";

const EVERY_MS = 5_000;
const part = document.querySelector("[data-again]");
const stale = document.querySelector("[data-again-stale]");
let seen = Date.now();

async function load() {
  if (document.hidden || part.contains(document.activeElement)) return;
  try {
    const answer = await fetch(part.dataset.again, { headers: { accept: "text/html" } });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    part.innerHTML = await answer.text();
    seen = Date.now();
    stale.hidden = true;
    draw();
  } catch {
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    stale.textContent = document.body.dataset.wordStale.replace("{time}", time.format(seen));
    stale.hidden = false;
  }
}

if (part) {
  setInterval(load, EVERY_MS);
  document.addEventListener("visibilitychange", load);
}
