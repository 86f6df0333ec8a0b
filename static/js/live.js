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
// it. Without a stream the address is polled.

const POLL_MS = 10_000;
const AGAIN_MS = 5_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const address = document.body.dataset.live;
const etags = new WeakMap();
const waiting = new Map();  // part -> versions that came while it could not be replaced
const shown = new WeakMap();  // part -> {name: version}
const underWay = new WeakSet();
const fetched = new WeakMap();  // part -> when it was fetched last
const resting = new Map();  // part -> timer of its next fetch
let tries = 0;
let lost = false;

const parts = () => [...document.querySelectorAll("[data-live-part][data-live-url]")];
const namesOf = (part) => part.dataset.livePart.split(",").map((name) => name.trim());
function printed(part) {
  const versions = (part.dataset.liveVersion ?? "").split(",");
  return Object.fromEntries(namesOf(part).map((name, n) => [name, versions[n] ?? versions[0]]));
}

function isBusy(part) {
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
  const scrolled = [...part.querySelectorAll(".table-wrap, .bracket")].map((box) => [box.scrollLeft, box.scrollTop]);
  return () => {
    for (const id of open) { const details = document.getElementById(id); if (details) details.open = true; }
    for (const id of shut) { const details = document.getElementById(id); if (details) details.open = false; }
    part.querySelectorAll(".table-wrap, .bracket").forEach((box, n) => { if (scrolled[n]) [box.scrollLeft, box.scrollTop] = scrolled[n]; });
    if (again) part.querySelector(again)?.focus({ preventScroll: true });
  };
}

function replace(part, html) {
  const restore = keepOpen(part);
  part.innerHTML = html;
  restore();
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
const has = (part) => shown.get(part) ?? printed(part);

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
  if (waiting.has(part) && !isBusy(part)) load(part, waiting.get(part));
  else if (answered === null) later(part, versions, AGAIN_MS * (1 + Math.random() / 2));
}

/**
 * Fetch a part and replace it. Returns false if it was not replaced and the change has to wait, and null if the server
 * did not answer or could not (its database restarts), so that the part is fetched again.
 */
async function exchange(part) {
  const headers = { "HX-Request": "true" };
  if (etags.get(part)) headers["If-None-Match"] = etags.get(part);
  const answer = await fetch(part.dataset.liveUrl, { headers, credentials: "same-origin" }).catch(() => null);
  if (answer?.status === 304) return true;
  if (!answer || answer.status >= 500) return null;
  if (answer.status === 401) document.dispatchEvent(new CustomEvent("signed-out"));
  if (answer.status !== 200) return false;
  const html = await answer.text();
  if (isBusy(part)) { waiting.set(part, waiting.get(part) ?? {}); return false; }
  etags.set(part, answer.headers.get("ETag"));
  replace(part, html);
  return true;
}

function look(versions) {
  for (const part of parts()) {
    const known = has(part);
    const changed = namesOf(part).filter((name) => name in versions && String(versions[name]) !== String(known[name]));
    if (changed.length) load(part, Object.fromEntries(changed.map((name) => [name, versions[name]])));
  }
}

function read(text) {
  try {
    const told = JSON.parse(text);
    if (told && typeof told === "object") look(told);
  } catch { /* a comment or keep-alive */ }
}

function setLost(now) {
  if (now === lost) return;
  lost = now;
  document.documentElement.dataset.connection = now ? "lost" : "on";
  const words = document.body.dataset;
  document.dispatchEvent(new CustomEvent("message", {
    detail: { text: now ? words.wordLost : words.wordBack, level: now ? "warning" : "info" },
  }));
}

async function poll() {
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  setLost(!answer || answer.status >= 500);
  if (answer?.ok && answer.headers.get("Content-Type")?.includes("json")) read(await answer.text());
  else if (answer && answer.status < 500) for (const part of parts()) load(part, {});
}

function listen() {
  const stream = new EventSource(address);
  stream.addEventListener("open", () => { tries = 0; setLost(false); });
  stream.addEventListener("message", (event) => read(event.data));
  stream.addEventListener("error", () => {
    stream.close();
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    tries += 1;
    if (tries > 1) poll();
    setTimeout(listen, wait * (0.75 + Math.random() / 2));  // varied, so that ten thousand phones do not reconnect at once
  });
}

function start() {
  document.addEventListener("focusout", () => setTimeout(() => {
    for (const [part, versions] of waiting) load(part, versions);
  }, 50));
  document.addEventListener("live:look", poll);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
  window.addEventListener("online", poll);
  if ("EventSource" in window) listen();
  else setInterval(poll, POLL_MS);
}

if (address) start();
