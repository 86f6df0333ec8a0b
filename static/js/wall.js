// The wall turns its own pages: a list longer than the screen (columns that run past the right edge) is shown
// page by page, each for data-turn seconds, with the page's number in [data-wall-page].

// The content changes with the round, so the list is looked up each time.

const STAY_MS = 12_000;
let page = 0;

function turn(step) {
  const list = document.querySelector("[data-wall-list]");
  const label = document.querySelector("[data-wall-page]");
  if (!list) { page = 0; if (label) label.textContent = ""; return; }
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

function next() {
  turn(1);
  setTimeout(next, Number(document.querySelector("[data-wall-list]")?.dataset.turn) * 1000 || STAY_MS);
}
setTimeout(next, Number(document.querySelector("[data-wall-list]")?.dataset.turn) * 1000 || STAY_MS);
