// The wall turns its own pages: a list longer than the screen (columns that run past the right edge) is shown page by
// page, with its letters and its number in [data-wall-page], and then comes the next scene. A page stays as long as
// its lines take to read, or one's own name takes to find; [data-wall-all] says how long all pages take.
//
// The layers of a stream turn theirs in the same way (data-wall-scene without a foot).
//
// Letters are never smaller than the last row can read (data-wall-letter, in hundredths of the picture's height);
// lists that fit are shown larger. The address may choose what this wall shows: ?names=A-K only those letters (another
// wall has the rest), ?density=more smaller names, for people who stand nearer. Names come in order, each with the key
// by which it is found there (data-key), the last name first.

const SCENE_MS = 12_000;
const LINE_MS = 600;
const LEAST_MS = 6_000;
const LARGEST = 13;  // hundredths of the picture's height; a scene may have its own: data-wall-largest
const SAY_ALL_MS = 60_000;  // a longer way through all pages is said
const asked = new URLSearchParams(location.search);
const language = document.documentElement.lang || undefined;
const letter = new Intl.Collator(language, { sensitivity: "base" });  // É stands among the E
const range = /^(\p{L}+)-(\p{L}+)$/u.exec(asked.get("names") ?? "");
let key = "";
let page = 0;

// The content changes with the round, so what is shown is looked up each time.
const scenes = () => [...document.querySelectorAll("[data-wall-scene]")];
const sceneNow = () => scenes().find((scene) => !scene.hidden);
const listNow = () => sceneNow()?.querySelector("[data-wall-list]");
const keyOf = (row) => row.dataset.key ?? row.querySelector("bdi")?.textContent ?? "";
const initial = (row) => [...keyOf(row)].find((sign) => /[\p{L}\p{N}]/u.test(sign))?.toLocaleUpperCase() ?? "";

function isAsked(row) {
  if (!range) return true;
  const from = [...range[1]].length;
  const to = [...range[2]].length;
  const start = (length) => [...keyOf(row)].slice(0, length).join("");
  return letter.compare(start(from), range[1]) >= 0 && letter.compare(start(to), range[2]) <= 0;
}

/** Only the names that the address asks for. */
function choose(list) {
  if (!list.matches("[data-wall-names]")) return;
  for (const row of list.children) row.hidden = !isAsked(row);
}

const isWhole = (list) => list.scrollWidth <= list.clientWidth + 1 && list.scrollHeight <= list.clientHeight + 1;

/** The largest letters in which all lines are on one page; if there are too many for that, the smallest allowed. */
function fit(list) {
  const scene = list.closest("[data-wall-scene]");
  const least = Number(scene?.dataset.wallLetter);
  if (!least || document.body.classList.contains("wall--more")) return;
  let size = Math.max(Number(scene.dataset.wallLargest) || LARGEST, least);
  list.removeAttribute("data-paged");
  const set = (value) => list.style.setProperty("--fit", `${value}vh`);
  for (set(size); size > least && !isWhole(list); set(size)) size = Math.max(least, size * 0.92);
  list.toggleAttribute("data-paged", !isWhole(list));
}

/** The first letters of the names that the page shows: A – F. */
function letters(list) {
  if (!list.matches("[data-wall-names]")) return "";
  const box = list.getBoundingClientRect();
  const seen = shown(list, box);
  if (!seen.length) return "";
  const [first, last] = [initial(seen[0]), initial(seen.at(-1))];
  return first === last ? first : `${first} – ${last}`;
}

function shown(list, box = list.getBoundingClientRect()) {
  return [...list.children].filter((row) => {
    const { left, right, width } = row.getBoundingClientRect();
    return width && left >= box.left - 1 && right <= box.right + 1;
  });
}

/** How many pages the list of the scene has. */
function pages(list) {
  if (!list) return 1;
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  return Math.max(1, Math.ceil((list.scrollWidth + gap - 1) / (list.clientWidth + gap)));
}

function show() {
  const list = listNow();
  const label = sceneNow()?.querySelector("[data-wall-page]");
  const count = pages(list);
  page = Math.min(page, count - 1);
  if (list) {
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
    list.scrollLeft = page * (list.clientWidth + gap);
  }
  if (!label) return;
  sayAll(list, count);
  label.textContent = count > 1 ? [letters(list), `${page + 1} / ${count}`].filter(Boolean).join(" · ") : "";
}

function open(scene) {
  for (const one of scenes()) one.hidden = one !== scene;
  key = scene?.dataset.wallScene ?? "";
  const list = listNow();
  if (list) {
    choose(list);
    fit(list);
  }
  show();
}

/** After new content: the scene that was shown, if it is still there. */
function begin() {
  if (asked.get("density") === "more") document.body.classList.add("wall--more");
  const all = scenes();
  const least = all[0]?.dataset.wallLetter;
  if (least) document.documentElement.style.setProperty("--letter", `${least}vh`);
  const same = all.find((scene) => scene.dataset.wallScene === key);
  if (!same) page = 0;
  open(same ?? all[0]);
}

function turn() {
  const all = scenes();
  page += 1;
  if (page >= pages(listNow())) {
    page = 0;
    const next = all[(all.indexOf(sceneNow()) + 1) % Math.max(1, all.length)];
    if (next && all.length > 1) { open(next); return; }
  }
  show();
}

function stay() {
  const list = listNow();
  return list ? timeFor(list, shown(list).length) : SCENE_MS;
}

/** How long a page with so many lines stays. */
function timeFor(list, lines) {
  const { pageSeconds = 0, lineSeconds = 0 } = list.dataset;
  return Math.max(LEAST_MS, pageSeconds * 1000 + lines * (lineSeconds * 1000 || LINE_MS));
}

/** Who looks for a name on many pages wants to know how long it may take to come. */
function sayAll(list, count) {
  const label = sceneNow().querySelector("[data-wall-all]");
  const word = document.querySelector("[data-word-all]")?.dataset.wordAll;
  if (!label || !word || !list) return;
  const lines = [...list.children].filter((row) => !row.hidden).length;
  const all = count * timeFor(list, lines / count);
  label.textContent = all < SAY_ALL_MS ? "" : word.replace("{minutes}", Math.ceil(all / 60_000));
}

document.addEventListener("part:loaded", begin);
window.addEventListener("resize", () => open(sceneNow()));
document.fonts.ready.then(begin);
document.fonts.addEventListener("loadingdone", () => open(sceneNow()));  // a name's own letters come later

function next() {
  turn();
  setTimeout(next, stay());
}
setTimeout(next, stay());
