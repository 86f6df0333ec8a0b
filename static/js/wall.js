// The wall turns its own pages: a list longer than the screen (columns that run past the right edge) is shown
// page by page, each for data-turn seconds, with its letters and its number in [data-wall-page].
//
// The address may choose what this wall shows: ?names=A-K only those letters (another wall has the rest), ?density=more
// smaller names, for people who stand nearer. Names are sorted as the page's language does.

const STAY_MS = 12_000;
const asked = new URLSearchParams(location.search);
const language = document.documentElement.lang || undefined;
const order = new Intl.Collator(language, { numeric: true });
const letter = new Intl.Collator(language, { sensitivity: "base" });  // É stands among the E
const range = /^(\p{L}+)-(\p{L}+)$/u.exec(asked.get("names") ?? "");
let page = 0;

// The content changes with the round, so the list is looked up each time.
const listNow = () => document.querySelector("[data-wall-list]");
const nameOf = (row) => row.querySelector("bdi")?.textContent ?? "";
const initial = (row) => [...nameOf(row)].find((sign) => /[\p{L}\p{N}]/u.test(sign))?.toLocaleUpperCase() ?? "";

function isAsked(row) {
  if (!range) return true;
  const from = [...range[1]].length;
  const to = [...range[2]].length;
  const start = (length) => [...nameOf(row)].slice(0, length).join("");
  return letter.compare(start(from), range[1]) >= 0 && letter.compare(start(to), range[2]) <= 0;
}

/** The names in order, and only those that this wall is for. */
function arrange() {
  const list = listNow();
  if (!list?.matches("[data-wall-sorted]")) return;
  const rows = [...list.children].map((row) => [nameOf(row), row]);
  rows.sort(([a], [b]) => order.compare(a, b));
  list.append(...rows.map(([, row]) => row));
  for (const [, row] of rows) row.hidden = !isAsked(row);
}

/** The first letters of the names that the page shows: A – F. */
function letters(list) {
  if (!list.matches("[data-wall-sorted]")) return "";
  const box = list.getBoundingClientRect();
  const seen = [...list.children].filter((row) => {
    const { left, right, width } = row.getBoundingClientRect();
    return width && left >= box.left - 1 && right <= box.right + 1;
  });
  if (!seen.length) return "";
  const [first, last] = [initial(seen[0]), initial(seen.at(-1))];
  return first === last ? first : `${first} – ${last}`;
}

function turn(step) {
  const list = listNow();
  const label = document.querySelector("[data-wall-page]");
  if (!list) { page = 0; if (label) label.textContent = ""; return; }
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  const width = list.clientWidth + gap;
  const pages = Math.max(1, Math.ceil((list.scrollWidth + gap - 1) / width));
  page = (page + step) % pages;
  list.scrollLeft = page * width;
  if (label) label.textContent = pages > 1 ? [letters(list), `${page + 1} / ${pages}`].filter(Boolean).join(" · ") : "";
}

function begin() {
  if (asked.get("density") === "more") document.body.classList.add("wall--more");
  arrange();
  turn(0);
}

document.addEventListener("part:loaded", begin);
window.addEventListener("resize", () => turn(0));
document.fonts.ready.then(begin);

const stay = () => Number(listNow()?.dataset.turn) * 1000 || STAY_MS;
function next() {
  turn(1);
  setTimeout(next, stay());
}
setTimeout(next, stay());
