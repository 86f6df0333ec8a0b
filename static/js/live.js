// A page that follows its event. <body data-live="ADDRESS"> names the stream; each part that can change says which
// one it is and where it can be fetched again:
//
//   <section data-live-part="pairings" data-live-url="/e/open/part/pairings" data-live-version="7">…</section>
//
// The stream (server-sent events) and a plain GET of the same address (Accept: application/json) both give
// {"pairings": 8, "clock": 3, …}: versions, all of them on connecting, later those that changed. A part is fetched
// when its version is not the one it shows, with its ETag; so a lost message costs nothing. A part that depends on
// several names them with commas ("pairings,clock"). A part is not replaced while a person is typing or has typed in
// it. Without a stream the address is polled.

const POLL_MS = 10_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const address = document.body.dataset.live;
const etags = new WeakMap();
const waiting = new Map();  // part -> versions that came while it could not be replaced
const shown = new WeakMap();  // part -> {name: version}
let tries = 0;
let lost = false;

const parts = () => [...document.querySelectorAll("[data-live-part][data-live-url]")];
const namesOf = (part) => part.dataset.livePart.split(",").map((name) => name.trim());
const printed = (part) => Object.fromEntries(namesOf(part).map((name) => [name, part.dataset.liveVersion]));

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

async function load(part, versions) {
  if (isBusy(part)) { waiting.set(part, versions); return; }
  waiting.delete(part);
  const headers = { "HX-Request": "true" };
  if (etags.has(part)) headers["If-None-Match"] = etags.get(part);
  const answer = await fetch(part.dataset.liveUrl, { headers, credentials: "same-origin" }).catch(() => null);
  if (!answer) return;
  if (answer.status === 200) {
    const html = await answer.text();
    if (isBusy(part)) { waiting.set(part, versions); return; }
    etags.set(part, answer.headers.get("ETag") ?? "");
    replace(part, html);
  }
  if (answer.status === 200 || answer.status === 304) shown.set(part, { ...shown.get(part), ...versions });
}

function look(versions) {
  for (const part of parts()) {
    const has = shown.get(part) ?? printed(part);
    const changed = namesOf(part).filter((name) => name in versions && String(versions[name]) !== String(has[name]));
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
  setLost(!answer);
  if (answer?.ok && answer.headers.get("Content-Type")?.includes("json")) read(await answer.text());
  else if (answer) for (const part of parts()) load(part, {});
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
    setTimeout(listen, wait * (0.75 + Math.random() / 2));  // spread: ten thousand phones must not come back at once
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
