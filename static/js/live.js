// A page that follows its event. <body data-live="ADDRESS"> names the stream; each part that can change says which
// one it is and where it can be fetched again:
//
//   <section data-live-part="pairings" data-live-url="/e/open/part/pairings" data-live-version="7">…</section>
//
// The stream (server-sent events) and a plain GET of the same address (Accept: application/json) both give
// {"pairings": 8, "clock": 3, …}: versions, all of them on connecting, later those that changed. A part is fetched
// when its version differs from the one it shows, with its ETag, so a lost message does no harm. A part that depends on
// several names them with commas ("pairings,clock"), and its versions in the same order ("7,3"). data-live-rest="10"
// lets ten seconds pass before a part is fetched again: results that arrive every second are then fetched together,
// while a change that happens once a round appears at once. A part is not replaced while a person is typing or has typed in
// it, nor under a finger. Without a stream the address is polled.
//
// A change of the clock or of the pairings concerns every phone of a hall at once: data-live-jitter="3" lets the phone
// wait for a random time of up to three seconds. What comes within that time is fetched together, once.
//
// A part that changes at a moment without anybody acting, because a clock runs out, says inside how many seconds from now:
// data-live-again="93". It is fetched again then; data-live-spread="20" spreads the phones of a hall over 20 seconds.
//
// A part whose content decides what it depends on says so inside: data-live-also="table 12" data-live-version="3", and
// data-live-address with the address that tells of it, if that is not the page's own.
//
// A screen reader is told what is new: [data-live-say] inside a part is read out, by the page's [data-live-said], when the
// part comes with a text there that it did not have before, such as the pairing of the next round.
//
// The stream sends an event "beat" with the seconds until the next one. After silence, sleep or a change of network it is
// built again and the versions are asked for, because the browser may hold a dead connection for hours without an error.
// A page that comes from the device's own copy says since when, <html data-as-of="14:05">.
// Until the server has been heard again, [data-live-stale] says since when the page is not up to date.

import { isPressed } from "./press.js";

const SCROLLED = ".table-wrap, .bracket, .bracket-list, .bracket-list ol, .bracket-jump";
const POLL_MS = 10_000;
const WATCH_MS = 1_000;
const SLEPT_MS = 15_000;
const ANSWER_MS = 8_000;
const PART_MS = 20_000;
const FIRST_MS = 8_000;  // until a new stream speaks; doubled with each one that does not
const BEATS_MISSED = 2.25;
const AGAIN_MS = 5_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const address = () => document.querySelector("[data-live-address]")?.dataset.liveAddress || document.body.dataset.live;
const etags = new WeakMap();
const waiting = new Map();  // part -> versions that came while it could not be replaced
const shown = new WeakMap();  // part -> {name: version}
const underWay = new WeakSet();
const fetched = new WeakMap();  // part -> when it was fetched last
const resting = new Map();  // part -> timer of its next fetch
const planned = new Map();  // part -> timer of the fetch when its clock has run out
const failed = new Set();  // parts that the server could not give
let tries = 0;
let lost = false;
let stream = null;
let opened = "";  // the address of the stream
let again = 0;  // timer of the next attempt
let beatMs = 20_000;
let soundAt = Date.now();  // when the stream was heard last, or was built
let spoke = false;  // whether this stream has said anything
let mute = 0;  // streams in a row that did not
let polledAt = 0;
let watchedAt = Date.now();
let freshAt = Date.now();  // when the page was up to date last

const parts = () => [...document.querySelectorAll("[data-live-part][data-live-url]")];
const split = (names) => (names ? names.split(",").map((name) => name.trim()) : []);
function pairs(names, versions) {
  const list = (versions ?? "").split(",");
  return Object.fromEntries(split(names).map((name, n) => [name, list[n] ?? list[0]]));
}
const alsoIn = (part) => part.querySelector("[data-live-also]")?.dataset ?? {};
const namesOf = (part) => [...split(part.dataset.livePart), ...split(alsoIn(part).liveAlso)];
const printed = (part) => ({
  ...pairs(part.dataset.livePart, part.dataset.liveVersion), ...pairs(alsoIn(part).liveAlso, alsoIn(part).liveVersion),
});

function isBusy(part) {
  if (isPressed(part)) return true;
  const focus = document.activeElement;
  if (focus && part.contains(focus) && focus.matches("input, select, textarea")) return true;
  if (part.querySelector("dialog[open], details.menu[open]")) return true;
  return [...part.querySelectorAll("input, textarea")].some((field) => (
    field.type !== "hidden" && field.type !== "search"
    && (field.value !== field.defaultValue || field.checked !== field.defaultChecked)));
}

function keepOpen(part) {
  const open = [...part.querySelectorAll("details[open][id]")].map((details) => details.id);
  const shut = [...part.querySelectorAll("details:not([open])[id]")].map((details) => details.id);
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  const again = focus?.id ? `#${CSS.escape(focus.id)}` : focus?.matches("a[href]") ? `a[href="${CSS.escape(focus.getAttribute("href"))}"]` : "";
  const scrolled = [...part.querySelectorAll(SCROLLED)].map((box) => [box.scrollLeft, box.scrollTop]);
  return () => {
    for (const id of open) { const details = document.getElementById(id); if (details) details.open = true; }
    for (const id of shut) { const details = document.getElementById(id); if (details) details.open = false; }
    part.querySelectorAll(SCROLLED).forEach((box, n) => { if (scrolled[n]) [box.scrollLeft, box.scrollTop] = scrolled[n]; });
    if (again) part.querySelector(again)?.focus({ preventScroll: true });
  };
}

/** Fetch a part again when a clock in it has run out. */
function plan(part) {
  clearTimeout(planned.get(part));
  const told = part.querySelector("[data-live-again]")?.dataset;
  if (!told) return;
  const spread = Number(told.liveSpread || 1) * Math.random();
  planned.set(part, setTimeout(() => load(part, {}), (Number(told.liveAgain) + 1 + spread) * 1000));
}

/** What a part says aloud: the texts of its [data-live-say]. */
const sayings = (part) => [...part.querySelectorAll("[data-live-say]")]
  .map((place) => place.textContent.replace(/\s+/g, " ").trim()).filter(Boolean);

function say(texts) {
  const region = document.querySelector("[data-live-said]");
  if (region && texts.length) region.textContent = texts.join(" ");
}

function replace(part, html) {
  part.dispatchEvent(new CustomEvent("part:replaces"));
  const restore = keepOpen(part);
  const before = sayings(part);
  part.innerHTML = html;
  restore();
  say(sayings(part).filter((text) => !before.includes(text)));
  plan(part);
  window.htmx?.process(part);
  part.dispatchEvent(new CustomEvent("part:loaded", { bubbles: true }));
}

/** Milliseconds until a part may be fetched again, with some variation so that the phones of a hall do not all ask at once. */
function restOf(part) {
  const rest = Number(part.dataset.liveRest || 0) * 1000 * (1 + Math.random() / 2);
  return rest && fetched.has(part) ? fetched.get(part) + rest - Date.now() : 0;
}

function later(part, versions, wait) {
  clearTimeout(resting.get(part)?.timer);
  const all = { ...resting.get(part)?.versions, ...versions };
  resting.set(part, { versions: all, timer: setTimeout(() => { resting.delete(part); load(part, all); }, wait) });
}

/** What a part shows now, by name. */
const has = (part) => ({ ...printed(part), ...shown.get(part) });

async function load(part, versions) {
  if (isBusy(part) || underWay.has(part)) { waiting.set(part, { ...waiting.get(part), ...versions }); return; }
  const rest = restOf(part);
  if (rest > 0) { later(part, versions, rest); return; }
  waiting.delete(part);
  fetched.set(part, Date.now());
  underWay.add(part);
  const answered = await exchange(part);
  if (answered) shown.set(part, { ...has(part), ...versions });
  underWay.delete(part);
  if (answered === null) failed.add(part);
  else failed.delete(part);
  showState();
  if (waiting.has(part) && !isBusy(part)) load(part, waiting.get(part));
  else if (answered === null) later(part, versions, AGAIN_MS * (1 + Math.random() / 2));
}

/** Load a part now, or, if what changed concerns everybody, within the seconds over which the phones of a hall spread. */
function loadSoon(part, versions) {
  const everybody = Object.keys(versions).some((name) => !name.startsWith("table "));
  const wait = everybody ? Number(part.dataset.liveJitter || 0) * 1000 * Math.random() : 0;
  const held = resting.get(part);
  if (wait && held) { Object.assign(held.versions, versions); return; }
  if (wait) { later(part, versions, wait); return; }
  clearTimeout(held?.timer);
  resting.delete(part);
  load(part, { ...held?.versions, ...versions });
}

function loadWaiting() {
  for (const [part, versions] of waiting) load(part, versions);
}

/**
 * Fetch a part and replace it. Returns false if it was not replaced and the change has to wait, and null if the server
 * did not answer or could not (its database restarts), so that the part is fetched again.
 */
async function exchange(part) {
  const headers = { "HX-Request": "true" };
  if (etags.get(part)) headers["If-None-Match"] = etags.get(part);
  const signal = AbortSignal.timeout(PART_MS);
  const first = part.firstChild;
  const answer = await fetch(part.dataset.liveUrl, { headers, credentials: "same-origin", signal }).catch(() => null);
  if (answer?.status === 304) return true;
  if (!answer || answer.status >= 500) return null;
  if (answer.status === 401) document.dispatchEvent(new CustomEvent("signed-out"));
  if (answer.status !== 200) return false;
  const html = await answer.text().catch(() => null);
  if (html === null) return null;
  // Replaced meanwhile by the answer to an act of its own, which may be newer: the part is fetched again.
  if (isBusy(part) || part.firstChild !== first) { waiting.set(part, waiting.get(part) ?? {}); return false; }
  etags.set(part, answer.headers.get("ETag"));
  replace(part, html);
  return true;
}

function look(versions) {
  for (const part of parts()) {
    const known = has(part);
    const changed = namesOf(part).filter((name) => name in versions && String(versions[name]) !== String(known[name]));
    if (changed.length) loadSoon(part, Object.fromEntries(changed.map((name) => [name, versions[name]])));
  }
}

function read(text) {
  try {
    const told = JSON.parse(text);
    if (told && typeof told === "object") look(told);
  } catch { /* a comment or keep-alive */ }
}

function setLost(now) {
  if (!now && failed.size === 0) { freshAt = Date.now(); delete document.documentElement.dataset.asOf; }
  if (now !== lost) {
    lost = now;
    document.documentElement.dataset.connection = now ? "lost" : "on";
  }
  showState();
}

/** Say since when the page is not up to date, as long as that is so. */
function showState() {
  for (const part of failed) if (!part.isConnected) failed.delete(part);
  const mark = document.querySelector("[data-live-stale]");
  if (!mark) return;
  const stale = lost || failed.size > 0;
  if (stale && mark.hidden) {
    const time = document.documentElement.dataset.asOf ?? new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(freshAt);
    mark.textContent = document.body.dataset.wordStale.replace("{time}", time);
  }
  mark.hidden = !stale;
}

async function poll() {
  polledAt = Date.now();
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(address(), { headers: { Accept: "application/json" }, signal }).catch(() => null);
  const isJson = answer?.ok && answer.headers.get("Content-Type")?.includes("json");
  const text = isJson ? await answer.text().catch(() => null) : "";
  setLost(!answer || answer.status >= 500 || text === null);
  if (text) read(text);
  else if (answer && !isJson && answer.status < 500) for (const part of parts()) load(part, {});
}

/** The server has been heard on the stream. */
function sound() {
  soundAt = Date.now();
  spoke = true;
  tries = 0;
  mute = 0;
  setLost(false);
}

/** How long this stream may be silent. */
const patience = () => (spoke ? beatMs * BEATS_MISSED : FIRST_MS * 2 ** Math.min(mute, 3));

function listen() {
  clearTimeout(again);
  stream?.close();
  soundAt = Date.now();
  spoke = false;
  opened = address();
  stream = new EventSource(opened);
  stream.addEventListener("message", (event) => { sound(); read(event.data); });
  stream.addEventListener("beat", (event) => { beatMs = Number(event.data) * 1000 || beatMs; sound(); });
  stream.addEventListener("error", () => {
    stream.close();
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    tries += 1;
    if (tries > 1) poll();
    again = setTimeout(listen, wait * (0.75 + Math.random() / 2));  // varied, so that ten thousand phones do not reconnect at once
  });
}

function rebuild() {
  listen();
  poll();
}

/**
 * The page is left. The browser may keep it to come back to, with its stream open; of six connections to a server such
 * pages would take all, and the next page would wait for one.
 */
function leave() {
  clearTimeout(again);
  stream?.close();
}

/** Once a second while the page is seen: has the device slept, has the stream fallen silent? */
function watch() {
  const now = Date.now();
  const slept = now - watchedAt > SLEPT_MS;
  watchedAt = now;
  if (document.hidden) return;
  const silent = stream.readyState !== EventSource.CLOSED && now - soundAt > patience();
  if (silent && !spoke) mute += 1;
  else if (slept || silent) setLost(true);
  if (slept || silent) rebuild();
  else if (!spoke && now - Math.max(soundAt, polledAt) > POLL_MS) poll();  // a proxy that holds streams back
}

function start() {
  document.addEventListener("focusout", () => setTimeout(loadWaiting, 50));
  document.addEventListener("press:over", loadWaiting);
  parts().forEach(plan);
  if (document.documentElement.dataset.asOf) setLost(true);
  document.addEventListener("live:look", poll);
  document.addEventListener("part:loaded", () => { if (stream && address() !== opened) listen(); });
  // What the old stream still had under way proves nothing: a new one is asked (on the server's own laptop it answers).
  window.addEventListener("offline", () => { setLost(true); if (stream) rebuild(); });
  if (!("EventSource" in window)) { setInterval(poll, POLL_MS); return; }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    watchedAt = Date.now();
    if (watchedAt - soundAt > patience()) rebuild();
    else poll();
  });
  window.addEventListener("online", rebuild);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => { if (event.persisted) rebuild(); });
  navigator.connection?.addEventListener?.("change", rebuild);
  listen();
  setInterval(watch, WATCH_MS);
}

if (document.body.dataset.live) start();
