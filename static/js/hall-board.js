/** The board of a hall day: asks for its lines again every few seconds, while the page is looked at. */

import { draw } from "./clock.js";

const EVERY_MS = 5_000;
const board = document.querySelector("[data-hall-board]");
const stale = document.querySelector("[data-hall-stale]");
let seen = Date.now();

async function load() {
  if (document.hidden) return;
  try {
    const answer = await fetch(board.dataset.hallBoard, { headers: { accept: "text/html" } });
    if (answer.status === 404) { tellStale(); return; }
    if (!answer.ok) throw new Error(String(answer.status));
    board.innerHTML = await answer.text();
    seen = Date.now();
    stale.hidden = true;
    draw();
  } catch {
    tellStale();
  }
}

function tellStale() {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  stale.textContent = document.body.dataset.wordStale.replace("{time}", time.format(seen));
  stale.hidden = false;
}

if (board) {
  setInterval(load, EVERY_MS);
  document.addEventListener("visibilitychange", load);
}
