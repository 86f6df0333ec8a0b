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
// Of a part that thousands follow, the stream may bring the new text along, as an event "part": {versions, address, etag,
// html}. It takes the place of what stands there as after a fetch; where it cannot, the part is fetched as ever.
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
// Until the server has been heard again, [data-live-stale] says since when the page is not up to date. Where the event is
// no longer there (404 or 410), it says so.

import { isWaiting, load, loadWaiting, look, parts, plan, take } from "./live-parts.js";
import { gone, setEvent, setLost } from "./live-stale.js";
import { patience, retryAfter } from "./live-versions.js";

const POLL_MS = 10_000;
const WATCH_MS = 1_000;
const SLEPT_MS = 15_000;
const ANSWER_MS = 8_000;
const PLAYER_KEY = "player-device";
const address = () => document.querySelector("[data-live-address]")?.dataset.liveAddress || document.body.dataset.live;
let stream = null;
let opened = "";  // the address of the stream
let again = 0;  // timer of the next attempt
let tries = 0;
/** What was heard of this stream: when last, whether it spoke at all, its beat, and how many in a row did not speak. */
const heard = { at: Date.now(), spoke: false, beatMs: 20_000, mute: 0 };
let polledAt = 0;
let watchedAt = Date.now();

function read(text) {
  try {
    const told = JSON.parse(text);
    if (told && typeof told === "object") look(told);
  } catch { /* a comment or keep-alive */ }
}

/** A part that came along the stream; where it could not take its place, its versions say that it is to be fetched. */
function readPart(text) {
  try {
    const brought = JSON.parse(text);
    take(brought);
    look(brought.versions);
  } catch { /* not ours */ }
}

async function poll() {
  polledAt = Date.now();
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(address(), { headers: { Accept: "application/json" }, signal }).catch(() => null);
  const isJson = answer?.ok && answer.headers.get("Content-Type")?.includes("json");
  const text = isJson ? await answer.text().catch(() => null) : "";
  setLost(!answer || answer.status >= 500 || text === null);
  if (text) { isHere(); read(text); }
  else if (answer?.status === 404 || answer?.status === 410) await lookForParts();
  else if (answer && !isJson && answer.status < 500) for (const part of parts()) load(part, {});
}

/** The event is there: parts that went with it are fetched again. */
function isHere() {
  if (setEvent("here")) for (const part of [...gone]) load(part, {});
}

/** The event has no versions for this page: it is gone, or closed to visitors, who may still have a page of their own. */
async function lookForParts() {
  const asked = parts();
  await Promise.all(asked.map((part) => load(part, {})));
  setEvent(asked.every((part) => gone.has(part) || isWaiting(part)) ? "gone" : "closed");
}

/** The server has been heard on the stream. */
function sound() {
  Object.assign(heard, { at: Date.now(), spoke: true, mute: 0 });
  tries = 0;
  setLost(false);
  isHere();
}

function listen() {
  clearTimeout(again);
  stream?.close();
  Object.assign(heard, { at: Date.now(), spoke: false });
  opened = address();
  stream = new EventSource(opened);
  stream.addEventListener("message", (event) => { sound(); read(event.data); });
  stream.addEventListener("part", (event) => { sound(); readPart(event.data); });
  stream.addEventListener("beat", (event) => { heard.beatMs = Number(event.data) * 1000 || heard.beatMs; sound(); });
  stream.addEventListener("error", () => {
    stream.close();
    again = setTimeout(listen, retryAfter(tries, Math.random()));
    tries += 1;
    if (tries > 1) poll();
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
  const silent = stream.readyState !== EventSource.CLOSED && now - heard.at > patience(heard);
  if (silent && !heard.spoke) heard.mute += 1;
  else if (slept || silent) setLost(true);
  if (slept || silent) rebuild();
  else if (!heard.spoke && now - Math.max(heard.at, polledAt) > POLL_MS) poll();  // a proxy that holds streams back
}

function start() {
  document.addEventListener("focusout", () => setTimeout(loadWaiting, 50));
  document.addEventListener("press:over", loadWaiting);
  parts().forEach(plan);
  if (document.documentElement.dataset.asOf || !navigator.onLine) setLost(true);  // lost before the script was there
  document.addEventListener("live:look", poll);
  document.addEventListener("part:loaded", () => { if (stream && address() !== opened) listen(); });
  // What the old stream still had under way proves nothing: a new one is asked (on the server's own laptop it answers).
  window.addEventListener("offline", () => { setLost(true); if (stream) rebuild(); });
  if (!("EventSource" in window)) { setInterval(poll, POLL_MS); return; }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    watchedAt = Date.now();
    if (watchedAt - heard.at > patience(heard)) rebuild();
    else poll();
  });
  window.addEventListener("online", rebuild);
  // A player's page was opened on this device (report.js): what the stream brings along is another one from now on.
  window.addEventListener("storage", (event) => { if (event.key === PLAYER_KEY) rebuild(); });
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => { if (event.persisted) rebuild(); });
  navigator.connection?.addEventListener?.("change", rebuild);
  listen();
  setInterval(watch, WATCH_MS);
}

if (document.body.dataset.live) start();
