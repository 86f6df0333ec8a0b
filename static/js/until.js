// What shows only until a moment: [data-until="ISO time"] is hidden from then on, whatever the page was kept since.

import { serverNow } from "./clock.js";

const LONGEST_MS = 60_000;  // looked at again within a minute: the device may have slept, or its clock been set
let timer = 0;

function look() {
  clearTimeout(timer);
  const waits = [];
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Date.parse(place.dataset.until) - serverNow();
    place.hidden = left <= 0;
    if (left > 0) waits.push(left);
  }
  if (waits.length) timer = setTimeout(look, Math.min(...waits, LONGEST_MS) + 50);
}

document.addEventListener("part:loaded", look);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
look();
