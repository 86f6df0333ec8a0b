// What comes next on the schedule. [data-schedule-next] holds all items in a template, each with its moment (data-at)
// and its time by the event's clock (data-time); the first that is still to come is shown with a countdown. In a list,
// [data-schedule-list], what is over is marked and the next item named (aria-current). data-over: over before its time.

import { draw, serverNow } from "./clock.js";

const DAY_MS = 86_400_000;
const LONGEST_MS = 60_000;
let timer = 0;

const momentOf = (item) => Date.parse(item.dataset.at);
const isToCome = (item) => !("over" in item.dataset) && momentOf(item) > serverNow();

/** Fill one line with the next item; hidden if there is none within a day. */
function show(line) {
  const items = line.querySelector("[data-items]").content.children;
  const next = [...items].find(isToCome);
  const left = next ? momentOf(next) - serverNow() : Infinity;
  line.hidden = left > DAY_MS;
  if (line.hidden) return left - DAY_MS;
  line.querySelector("[data-next-text]").textContent = next.textContent;
  const time = line.querySelector("[data-next-at]");
  time.textContent = next.dataset.time;
  time.dateTime = next.dataset.at;
  line.querySelector("[data-clock]").dataset.endsAt = next.dataset.at;
  return left;
}

/** Mark what is over in a list, and what comes next. */
function mark(list) {
  const items = [...list.children];
  const next = items.find(isToCome);
  for (const item of items) {
    item.classList.toggle("is-over", !isToCome(item));
    if (item === next) item.setAttribute("aria-current", "time");
    else item.removeAttribute("aria-current");
  }
  return next ? momentOf(next) - serverNow() : Infinity;
}

function look() {
  clearTimeout(timer);
  const lines = [...document.querySelectorAll("[data-schedule-next]")].map(show);
  const lists = [...document.querySelectorAll("[data-schedule-list]")].map(mark);
  draw();
  const wait = Math.min(...lines, ...lists, LONGEST_MS);
  if (lines.length || lists.length) timer = setTimeout(look, Math.max(wait, 0) + 50);
}

document.addEventListener("part:loaded", look);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
look();
