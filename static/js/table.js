// Tables of data: sort by head, filter while typing, up and down with the keys, a count. Without JavaScript the
// table is as the server sent it. <table data-table id="x">; <th data-sort="number|text">; a cell may give the value
// to sort by as data-value; <input data-table-filter="x"> and <output data-table-count="x" data-of="{shown} of {all}">.
// What belongs to a table that may not be there yet says so: data-with="x".
// Filter, keys and count also serve a list: <div data-table-list id="x"> around an <ol> or <ul>.
// Sorting and filter are kept for the tab, so a part or a page that is loaded again looks the same. A new visit starts
// without a filter: people who come back later look for somebody else.

const collator = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true, sensitivity: "base" });
// Letters that Unicode does not decompose, as they are typed on a keyboard without them.
const FOLDED = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", æ: "ae", œ: "oe", ß: "ss", "’": "'" };
const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase()
  .replace(/[łøđðþħıæœß’]/g, (letter) => FOLDED[letter]);
const ANY = "table[data-table], [data-table-list]";
const rowsOf = (table) => (table.tBodies
  ? [...table.tBodies[0].rows].filter((row) => !row.classList.contains("explain"))
  : [...table.querySelectorAll(":scope > :is(ol, ul) > li")]);
const stateKey = (table) => `table:${location.pathname}:${table.id}`;

function recall(table) {
  try { return JSON.parse(sessionStorage.getItem(stateKey(table)) ?? "{}"); } catch { return {}; }
}

function remember(table, change) {
  try { sessionStorage.setItem(stateKey(table), JSON.stringify({ ...recall(table), ...change })); } catch { /* full or private */ }
}

function valueOf(row, column, kind) {
  const cell = row.cells[column];
  const text = cell?.dataset.value ?? cell?.textContent.trim() ?? "";
  if (kind !== "number") return text;
  const number = Number.parseFloat(text.replace(/[^\d.+-]/g, ""));
  return Number.isNaN(number) ? null : number;
}

function compare(kind, sign) {
  return ([a], [b]) => {
    if (a === null || a === "") return b === null || b === "" ? 0 : 1;  // missing values come last in both directions
    if (b === null || b === "") return -1;
    return sign * (kind === "number" ? a - b : collator.compare(a, b));
  };
}

function closeExplanations(table) {
  for (const row of table.querySelectorAll("tr.explain")) row.remove();
  for (const link of table.querySelectorAll("[data-explain][aria-expanded]")) link.setAttribute("aria-expanded", "false");
}

function sortBy(table, column, direction) {
  const head = table.tHead.rows[0].cells[column];
  const kind = head?.dataset.sort;
  if (!kind) return;
  closeExplanations(table);
  const sign = direction === "descending" ? -1 : 1;
  const rows = rowsOf(table).map((row) => [valueOf(row, column, kind), row]);
  rows.sort(compare(kind, sign));
  table.tBodies[0].append(...rows.map(([, row]) => row));
  for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  remember(table, { column, direction });
}

function filter(table, text) {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  closeExplanations(table);
  const rows = rowsOf(table);
  let shown = 0;
  for (const row of rows) {
    row.plainText ??= plain(row.textContent);
    row.hidden = !wanted.every((word) => row.plainText.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  for (const output of document.querySelectorAll(`[data-table-count="${CSS.escape(table.id)}"]`)) {
    output.hidden = false;
    output.value = output.dataset.of.replace("{shown}", shown).replace("{all}", rows.length);
  }
  remember(table, { text });
}

function makeHead(table, cell, column) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...cell.childNodes);
  cell.append(button);
  button.addEventListener("click", () => {
    const now = cell.getAttribute("aria-sort");
    sortBy(table, column, now === "ascending" ? "descending" : "ascending");
  });
}

function makeHeads(table, state) {
  [...table.tHead.rows[0].cells].forEach((cell, column) => { if (cell.dataset.sort) makeHead(table, cell, column); });
  if (state.direction) sortBy(table, state.column, state.direction);
}

function upgrade(table) {
  if (table.dataset.ready || (table.tBodies && !(table.tHead && table.tBodies.length))) return;
  table.dataset.ready = "1";
  const state = recall(table);
  if (table.tHead) makeHeads(table, state);
  const input = document.querySelector(`[data-table-filter="${CSS.escape(table.id)}"]`);
  if (input && state.text && !input.value) input.value = state.text;
  filter(table, input?.value ?? "");
}

function forgetFilters() {
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") return;
  for (const table of document.querySelectorAll(ANY)) if (table.id) remember(table, { text: "" });
}

/** The field that searches a list and what else belongs to it are there once the list is: a page may be open before. */
function showTools() {
  for (const tools of document.querySelectorAll("[data-with]")) tools.hidden = !document.getElementById(tools.dataset.with);
}

function upgradeAll() {
  showTools();
  for (const table of document.querySelectorAll(ANY)) if (table.id) upgrade(table);
}

const visible = (table) => rowsOf(table).filter((row) => !row.hidden);
const focusRow = (row) => row?.querySelector("a[href], button")?.focus();

function step(event) {
  const table = event.target.closest(ANY);
  const rows = visible(table);
  const at = rows.indexOf(event.target.closest("tr, li"));
  if (at < 0) return;
  const next = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) { event.preventDefault(); focusRow(next); }
  else if (event.key === "ArrowUp") document.querySelector(`[data-table-filter="${CSS.escape(table.id)}"]`)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const input = event.target.closest("[data-table-filter]");
  if (input && event.key === "ArrowDown") {
    const table = document.getElementById(input.dataset.tableFilter);
    if (table) { event.preventDefault(); focusRow(visible(table)[0]); }
  } else if (event.target.closest(`:is(${ANY}) :is(a, button)`)) step(event);
});

document.addEventListener("input", (event) => {
  const table = document.getElementById(event.target.dataset?.tableFilter ?? "");
  if (table) filter(table, event.target.value);
});

document.addEventListener("part:loaded", upgradeAll);
document.addEventListener("htmx:load", upgradeAll);
forgetFilters();
upgradeAll();

// A region that scrolls has to be in reach of the keyboard: one without a link, button or field of its own takes the focus
// while it has more than it shows, and the name of the table or of the part of the page it stands in.
const SCROLLED = ".table-wrap, .outcomes, .problems, .columns, .felt-board-frame, .practice-since, .unreadable ol, pre, "
  + ".bracket-list ol";
const OF_ITS_OWN = "a[href], button, input, select, textarea, summary, [tabindex]";

function reachScrolled() {
  for (const box of document.querySelectorAll(SCROLLED)) {
    const more = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    const scrolls = more && /auto|scroll/.test(getComputedStyle(box).overflow) && !box.querySelector(OF_ITS_OWN);
    if (scrolls && !box.hasAttribute("tabindex")) reach(box);
    else if (!scrolls && "reached" in box.dataset) {
      for (const name of ["tabindex", ...box.dataset.reached.split(" "), "data-reached"]) if (name) box.removeAttribute(name);
    }
  }
}

/** Let the keyboard reach a region; what it gets for that stands in data-reached. */
function reach(box) {
  const head = box.querySelector("caption") ?? box.closest("section, details")?.querySelector("h2, h3, h4, summary")
    ?? document.querySelector("h1");
  const unnamed = head && box.matches("div, pre") && !box.hasAttribute("role") && !box.hasAttribute("aria-label");
  box.tabIndex = 0;
  box.dataset.reached = unnamed ? "role aria-label" : "";
  if (unnamed) { box.setAttribute("role", "group"); box.setAttribute("aria-label", head.textContent.trim()); }
}

for (const name of ["part:loaded", "htmx:load", "toggle"]) document.addEventListener(name, reachScrolled, true);
// The page grows when the window gets narrow, and when the text gets larger.
new ResizeObserver(reachScrolled).observe(document.documentElement);
