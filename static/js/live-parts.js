// The parts of a page that follow their event: fetching one, and putting it in the place of what stands there.

import { serverNow } from "./clock.js";
import { failed, gone, showState } from "./live-stale.js";
import { changed, covers, isForAll, pairs, split } from "./live-versions.js";
import { isPressed } from "./press.js";

const SCROLLED = ".table-wrap, .bracket, .bracket-list, .bracket-list ol, .bracket-jump";
const PART_MS = 20_000;
const AGAIN_MS = 5_000;
const etags = new WeakMap();
const waiting = new Map();  // part -> versions that came while it could not be replaced
const shown = new WeakMap();  // part -> {name: version}
const underWay = new WeakSet();
const fetched = new WeakMap();  // part -> when it was fetched last
const resting = new Map();  // part -> timer of its next fetch
const planned = new Map();  // part -> timer of the fetch when its clock has run out

export const parts = () => [...document.querySelectorAll("[data-live-part][data-live-url]")];
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

/** A selector for what has the focus, in the part that comes in its place. */
function sameAs(focus) {
  if (focus?.id) return `#${CSS.escape(focus.id)}`;
  if (focus?.matches("details[id] > summary")) return `#${CSS.escape(focus.parentElement.id)} > summary`;
  const name = focus?.matches("a[href]") ? "href" : focus?.matches("button[name]") ? "name" : "";
  return name && `${focus.localName}[${name}="${CSS.escape(focus.getAttribute(name))}"]`;
}

function keepOpen(part) {
  const open = [...part.querySelectorAll("details[open][id]")].map((details) => details.id);
  const shut = [...part.querySelectorAll("details:not([open])[id]")].map((details) => details.id);
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  const again = sameAs(focus);
  const scrolled = [...part.querySelectorAll(SCROLLED)].map((box) => [box.scrollLeft, box.scrollTop]);
  return () => {
    for (const id of open) { const details = document.getElementById(id); if (details) details.open = true; }
    for (const id of shut) { const details = document.getElementById(id); if (details) details.open = false; }
    part.querySelectorAll(SCROLLED).forEach((box, n) => { if (scrolled[n]) [box.scrollLeft, box.scrollTop] = scrolled[n]; });
    if (again) part.querySelector(again)?.focus({ preventScroll: true });
  };
}

/** Fetch a part again when a clock in it has run out. */
export function plan(part) {
  clearTimeout(planned.get(part));
  const told = part.querySelector("[data-live-again]")?.dataset;
  if (!told) return;
  const spread = Number(told.liveSpread || 1) * Math.random();
  planned.set(part, setTimeout(() => load(part, {}), (Number(told.liveAgain) + 1 + spread) * 1000));
}

/** Whether what stands here was only until a moment ([data-until]) that has passed. */
const isOver = (place) => Date.parse(place.closest("[data-until]")?.dataset.until) <= serverNow();

/** What a part says aloud: the texts of its [data-live-say]. */
const sayings = (part) => [...part.querySelectorAll("[data-live-say]")].filter((place) => !isOver(place))
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

export async function load(part, versions) {
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
  const wait = isForAll(versions) ? Number(part.dataset.liveJitter || 0) * 1000 * Math.random() : 0;
  const held = resting.get(part);
  if (wait && held) { Object.assign(held.versions, versions); return; }
  if (wait) { later(part, versions, wait); return; }
  clearTimeout(held?.timer);
  resting.delete(part);
  load(part, { ...held?.versions, ...versions });
}

/** Whether a part cannot be replaced now, or rests. */
export const isWaiting = (part) => waiting.has(part) || resting.has(part) || underWay.has(part);

export function loadWaiting() {
  for (const [part, versions] of waiting) load(part, versions);
}

/** A part is there or not. When one goes, the page asks whether its event is still there. */
function setGone(part, now) {
  if (now === gone.has(part)) return;
  if (!now) { gone.delete(part); return; }
  gone.add(part);
  document.dispatchEvent(new CustomEvent("live:look"));
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
  if (answer?.status === 304) { gone.delete(part); return true; }
  if (!answer || answer.status >= 500) return null;
  if (answer.status === 401) document.dispatchEvent(new CustomEvent("signed-out"));
  setGone(part, answer.status === 404 || answer.status === 410);
  if (answer.status !== 200) return false;
  const html = await answer.text().catch(() => null);
  if (html === null) return null;
  // Replaced meanwhile by the answer to an act of its own, which may be newer: the part is fetched again.
  if (isBusy(part) || part.firstChild !== first) { waiting.set(part, waiting.get(part) ?? {}); return false; }
  etags.set(part, answer.headers.get("ETag"));
  replace(part, html);
  return true;
}

/**
 * Put a part that came along the stream in the place of the one with its address, as if it had been fetched. One that
 * cannot be replaced now, or is being fetched, is left: it still shows older versions, and so is fetched later.
 */
export function take({ address, versions, etag, html }) {
  for (const part of parts()) {
    if (part.dataset.liveUrl !== address || isBusy(part) || underWay.has(part)) continue;
    etags.set(part, etag);
    replace(part, html);
    shown.set(part, { ...has(part), ...versions });
    if (covers(versions, waiting.get(part))) waiting.delete(part);
    if (covers(versions, resting.get(part)?.versions)) { clearTimeout(resting.get(part)?.timer); resting.delete(part); }
    failed.delete(part);
    gone.delete(part);
    showState();
  }
}

/** Fetch each part that shows other versions than those that came. */
export function look(versions) {
  for (const part of parts()) {
    const news = changed(namesOf(part), has(part), versions);
    if (Object.keys(news).length) loadSoon(part, news);
  }
}
