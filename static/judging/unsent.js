// What waits on the device, at the table it belongs to: listed on the table's page ([data-unsent-table]), and counted on the
// tiles of the tables ([data-table]). queue.js tells what is kept ("entries").

const place = document.querySelector("[data-unsent-table]");
const words = document.querySelector("[data-sync]")?.dataset ?? {};
const TABLE = /^.*\/judge\/table\/\d+\//;
const tableOf = (path) => TABLE.exec(path)?.[0] ?? "";
let waiting = [];

const clockTime = (at) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

function line({ at, label, refused }) {
  const item = document.createElement("li");
  item.textContent = `${clockTime(at)} ${label}`;
  if (refused) item.append(Object.assign(document.createElement("p"), { className: "sync-reason", textContent: refused }));
  return item;
}

/** The taps of a record are one line: they are many, and its page lists them. */
function listed(entries) {
  const taps = entries.filter((entry) => entry.kind === "tap");
  if (!taps.length) return entries;
  const label = place.dataset.wordTaps.replace("{n}", taps.length);
  return [...entries.filter((entry) => entry.kind !== "tap"), { at: taps[0].at, label }];
}

function showTable() {
  const own = waiting.filter((entry) => tableOf(entry.url) === tableOf(location.pathname));
  place.hidden = !own.length;
  place.querySelector("ul").replaceChildren(...listed(own).map(line));
}

/** A tile says how many entries of its table wait. */
function showTiles() {
  const counts = new Map();
  for (const { url } of waiting) counts.set(tableOf(url), (counts.get(tableOf(url)) ?? 0) + 1);
  for (const tile of document.querySelectorAll("[data-table] > a.tile")) {
    const count = counts.get(tableOf(new URL(tile.href).pathname)) ?? 0;
    tile.querySelector("[data-unsent]")?.remove();
    if (!count) continue;
    const mark = Object.assign(document.createElement("span"), { className: "chip chip--waits" });
    mark.dataset.unsent = count;
    mark.textContent = words.wordUnsent.replace("{n}", count);
    tile.querySelector(".tile-foot").append(mark);
  }
}

function show() {
  if (place) showTable();
  showTiles();
}

document.addEventListener("entries", ({ detail }) => { waiting = detail.entries; show(); });
document.addEventListener("part:loaded", showTiles);
