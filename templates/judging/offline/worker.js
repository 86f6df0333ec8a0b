// The service worker of one event's judges' pages. Its scope is their address, so that it serves no other page; static
// files it serves to these pages only.
//
// A page comes from the network. Without an answer it comes from the device, as it was kept last, and says so
// (<html data-kept="14:05">). A page at a table is kept once for all tables (STAND_IN), and filled in with what FILLED tells
// of the table: marks for its number and players, and the places <!--kept:NAME-->…<!--/kept--> that differ. The page of an
// infraction that was not opened before is stood in for by that of any player. A table is found by its number in the kept
// list. Pages and files are kept together, by the version of the program and the person who is signed in, so that an older
// page finds the files it was made with. After an update the older ones go once the new ones are all here.

const SCOPE = "{{ scope|escapejs }}";
const LIST = "{{ list|escapejs }}";
const STAND_IN = "{{ stand_in|escapejs }}";
const FILLED = `${SCOPE}kept/tables/`;
const MISSING = "{{ missing|escapejs }}";
const STATIC = "{{ static|escapejs }}";
const LANGUAGE = "{{ language|escapejs }}";
const EVERYBODY = `judge ${SCOPE} `;
const MINE = `${EVERYBODY}{{ user|escapejs }} `;
const CACHE = `${MINE}{{ version|escapejs }}`;
const PATIENCE_MS = 5_000;
const QUIET_MS = 2_000;  // pages that are only to be kept wait until nobody has opened one for so long
const SHARE = 2;  // and leave the server that many times what each of them took
const PAUSE_MS = [100, 500];
const AGAIN_MS = 60_000;
const TRIES = 3;  // with a page or answer missing, the list is asked for again
const AFTER_MISS_MS = 5_000;
let keptAt = 0;
let allKeptAt = 0;  // when the last page of the list was here
let openedAt = 0;
let signedOut = false;
let keeping = null;

const sleep = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

{% include "matches/offline/keeping.js" %}
// Pages

/** The address under which a page is kept: the list after a ruling is the same after any ruling. */
function keyOf(address) {
  const url = new URL(address, location.origin);
  if (url.searchParams.has("then")) url.searchParams.set("then", "");
  return url.pathname + url.search;
}

async function fetchPage(address, version = "") {
  const answer = await fetch(address, { credentials: "same-origin", headers: { "X-Keeping": "1" } });
  if (isPage(answer)) await keepPage(address, answer, version);
  else if (answer.ok && !answer.redirected && address.startsWith(FILLED)) await keepFilled(address, answer, version);
  return answer.ok;
}

async function keepFilled(address, answer, version) {
  const headers = { "Content-Type": "application/json", "X-Kept-At": String(Date.now()), "X-Kept-Version": version };
  await put(address, new Response(await answer.text(), { headers }));
}

/** What is filled in for a table, and since when it is known. */
async function filledOf(pk) {
  const older = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE).reverse();
  for (const name of [CACHE, ...older]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!new URL(request.url).pathname.startsWith(FILLED)) continue;
      const answer = await cache.match(request);
      const { tables } = await answer.json();
      if (tables[pk]) return { ...tables[pk], at: Number(answer.headers.get("X-Kept-At")) };
    }
  }
  return null;
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

function fillIn(html, pk, { marks, names, places, starter }) {
  let page = html.replaceAll(STAND_IN, `${SCOPE}table/${pk}/`);
  for (const [mark, name] of Object.entries(names)) {
    page = page.replaceAll(`#player=${mark}&`, () => `#player=${encodeURIComponent(name)}&`).replaceAll(mark, () => escaped(name));
  }
  for (const [mark, text] of Object.entries(marks)) page = page.replaceAll(mark, text);
  if (starter) page = page.replace(`name="first" value="${starter}"`, "$& checked");
  const token = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(page)?.[1] ?? "";
  return page.replace(/<!--kept:(.*?)-->([^]*?)<!--\/kept-->/g, (_all, name, inner) =>
    (places[name] ?? inner).replaceAll("StandInToken", token));
}

/** A page at a table, from that of any table; null unless the device has both that and what is filled in. */
async function filled(address) {
  const [, pk, path, query = ""] = /\/table\/(\d+)\/([^?]*)(?:\?(.*))?$/.exec(address) ?? [];
  const table = pk && await filledOf(pk);
  const search = table && [`seats=${table.seats}`, ...(/^then=/.test(query) ? ["then="] : [])].join("&");
  const page = table && await kept(`${STAND_IN}${path}?${search}`);
  if (!page || (table.recorded && path === "turns/")) return null;
  const headers = new Headers(page.headers);
  headers.set("X-Filled-At", String(table.at));
  return new Response(fillIn(await page.text(), pk, table), { headers });
}

const since = (answer) => Number(answer.headers.get("X-Filled-At") ?? answer.headers.get("X-Kept-At"));

/** The newer of the page that was opened here and the one that is filled in; of a recorder the one with the board. */
async function newest(address) {
  const opened = await kept(address);
  if (opened && address.includes("/turns/")) return opened;
  const other = await filled(address);
  return opened && (!other || since(opened) > since(other)) ? opened : other;
}

async function keptPage(address) {
  const [path] = address.split("?");
  const isFault = /\/table\/\d+\/fault\/[^/]+\/\d+\/$/.test(path);
  return await newest(address) ?? await newest(path) ?? (isFault ? await kept(`${SCOPE}kept/fault/`) : null);
}

/** The way to a table by its number, as the kept list of the round's tables has it. */
async function wayToTable(address) {
  const { pathname, searchParams } = new URL(address);
  if (pathname !== `${SCOPE}go/`) return null;
  const html = await (await kept(SCOPE))?.text() ?? "";
  const listed = new RegExp(`data-table="${Number(searchParams.get("table"))}"[^]*?href="([^"]+)"`);
  const [, href] = listed.exec(html) ?? [];
  return href ? Response.redirect(href) : null;
}

async function page(event) {
  openedAt = Date.now();
  const address = keyOf(event.request.url);
  const network = fetch(event.request).catch(() => null);
  const found = await Promise.race([network, sleep(PATIENCE_MS)]);
  const answer = found === undefined && !(await keptPage(address)) ? await network : found;
  openedAt = Date.now();
  if (answer && answer.status < 500) {
    if (isPage(answer)) event.waitUntil(keepPage(address, answer.clone(), "").catch(() => null));
    return answer;
  }
  const way = await wayToTable(event.request.url);
  if (way) return way;
  const copy = await keptPage(address) ?? await kept(MISSING);
  return copy ? shown(copy) : answer ?? Response.error();
}

// What is kept without having been opened

/** Wait until the device is not in use and the server had time for others. */
async function wait(took) {
  await sleep(Math.min(Math.max(took * SHARE, PAUSE_MS[0]), PAUSE_MS[1]));
  while (Date.now() - openedAt < QUIET_MS) await sleep(QUIET_MS + openedAt - Date.now());
}

/** Keep every page of the list; one that the server refuses does not hold up the others. Returns whether all are here. */
async function keepListed() {
  const answer = await fetch(LIST, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return false;
  const cache = await caches.open(CACHE);
  const { pages } = await answer.json();
  let missed = 0;
  for (const [place, [address, version]] of pages.entries()) {
    const copy = await cache.match(keyOf(address), { ignoreVary: true });
    if (signedOut) return false;
    if (copy?.headers.get("X-Kept-Version") === version) continue;
    const began = Date.now();
    await tell({ keeping: place, of: pages.length });
    if (!(await fetchPage(address, version))) missed += 1;
    await wait(Date.now() - began);
  }
  await dropFilled(cache, new Set(pages.map(([address]) => address)));
  return !missed;
}

/** What was filled in for tables that are no more. */
async function dropFilled(cache, listed) {
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(FILLED) && !listed.has(pathname)) await cache.delete(request);
  }
}

async function keepAll() {
  await wait(0);
  for (let tries = 0; tries < TRIES && !signedOut; tries += 1) {
    if (tries) await sleep(AFTER_MISS_MS);
    if (!(await keepListed().catch(() => false))) continue;
    await forget((name) => name !== CACHE);
    allKeptAt = Date.now();
    await tell({ kept: allKeptAt });
    return;
  }
  keptAt = 0;
}

/** The person signs out: nothing that is under way may be kept any more. */
async function leave() {
  signedOut = true;
  await keeping;
  await forget(() => true);
}

async function tell(told) {
  for (const client of await self.clients.matchAll()) client.postMessage(told);
}

function keepSoon() {
  signedOut = false;
  if (!keeping && allKeptAt) tell({ kept: allKeptAt });
  if (keeping || Date.now() - keptAt < AGAIN_MS) return keeping;
  keptAt = Date.now();
  keeping = keepAll().catch(() => { keptAt = 0; }).finally(() => { keeping = null; });
  return keeping;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  await forget((name) => !name.startsWith(MINE));
  await self.clients.claim();
})()));
self.addEventListener("message", (event) => {
  if (event.data?.leave) event.waitUntil(leave().finally(() => event.ports[0]?.postMessage("left")));
  else if (event.data?.page) event.waitUntil(fetchPage(keyOf(event.data.page)).catch(() => null));
  else event.waitUntil(Promise.resolve(keepSoon()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(file(request));
  else if (request.mode === "navigate" && url.pathname.startsWith(SCOPE)) event.respondWith(page(event));
});
