// The wall turns its own pages: a list longer than the screen (columns that run past the right edge) is shown
// page by page, each for data-turn seconds, with the page's number in [data-wall-page].

const list = document.querySelector("[data-wall-list]");
const label = document.querySelector("[data-wall-page]");
const STAY_MS = Number(list?.dataset.turn || 12) * 1000;
let page = 0;

function turn(step) {
  if (!list) return;
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  const width = list.clientWidth + gap;
  const pages = Math.max(1, Math.ceil((list.scrollWidth + gap - 1) / width));
  page = (page + step) % pages;
  list.scrollLeft = page * width;
  if (label) label.textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
}

document.addEventListener("part:loaded", () => turn(0));
window.addEventListener("resize", () => turn(0));
document.fonts.ready.then(() => turn(0));
setInterval(() => turn(1), STAY_MS);
