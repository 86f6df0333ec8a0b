// A player's report from the personal page. It is sent without leaving the page; without a network it is kept on the
// phone and sent as soon as the server answers again, also after a reload. form[data-report] sends; [data-home] is the
// part of the page that the answer replaces; [data-kept] says that a report waits, with [data-kept-forget].
// In a secure context a service worker keeps the page ([data-home-worker] is its address), so that it opens without a
// network as well.
// Sending a report twice is safe: the server stores it once, and refuses it for a match that is over.
// Pages with a live match that are open on the same device hear that it is a player's now (live.js).

const KEY = `kept-report:${location.pathname}`;
const AGAIN_MS = 5_000;
const ANSWER_MS = 15_000;
const page = document.querySelector("[data-home]");
const note = document.querySelector("[data-kept]");
try { localStorage.setItem("player-device", String(Date.now())); } catch { /* a private window */ }
let sending = false;
let timer = 0;
let unkept = null;  // where the browser stores nothing, a report waits as long as the page is open

function kept() {
  try { return localStorage.getItem(KEY) ?? unkept; } catch { return unkept; }
}

function keep(body) {
  unkept = body;
  try { localStorage.setItem(KEY, body); } catch { /* a private window */ }
}

function forget() {
  clearTimeout(timer);
  unkept = null;
  note.hidden = true;
  try { localStorage.removeItem(KEY); } catch { /* a private window */ }
}

function show(html) {
  page.innerHTML = html;
  page.dispatchEvent(new CustomEvent("part:loaded", { bubbles: true }));
}

/** The answer to what was just sent: in sight, and read by a screen reader. On a phone the form was below it. */
function showAnswer() {
  const answer = page.querySelector("[data-error-summary]") ?? page.querySelector("[data-answer]");
  answer?.scrollIntoView({ block: "center" });
  answer?.focus({ preventScroll: true });
}

/** The report with the token of the page as it is now, because a kept one may be older than the cookie. */
function current(body) {
  const data = new URLSearchParams(body);
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  if (token) data.set("csrfmiddlewaretoken", token);
  return data;
}

async function ask(options) {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" }, credentials: "same-origin", signal, ...options });
  return { status: answer.status, html: await answer.text() };
}

/** Send what is kept; ``tapped`` right after the button was, and not later, when the player may be reading elsewhere. */
async function send({ tapped = false } = {}) {
  const body = kept();
  if (!body || sending) return;
  clearTimeout(timer);
  sending = true;
  const answer = await ask({ method: "POST", body: current(body) }).catch(() => null);
  const refreshed = answer?.status === 403 ? await ask({}).catch(() => null) : null;
  sending = false;
  if (refreshed?.status === 200) show(refreshed.html);  // with a new token; the report still waits
  else if (answer && (answer.status < 400 || answer.status === 422)) {
    forget();
    show(answer.html);
    if (tapped) showAnswer();
    return;
  }
  else if (answer?.status === 404) { forget(); location.reload(); return; }
  if (!kept()) return;
  note.hidden = false;
  timer = setTimeout(() => send(), AGAIN_MS);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-report]")) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) data.set(event.submitter.name, event.submitter.value);
  event.submitter?.setAttribute("aria-busy", "true");
  keep(String(data));
  send({ tapped: true }).finally(() => event.submitter?.removeAttribute("aria-busy"));
}, true);  // before forms.js, which refuses to send without a connection

/** A score that no longer fits who won is not sent; what is next comes into sight. */
document.addEventListener("change", ({ target }) => {
  if (target.type !== "radio" || !target.form?.matches("[data-report]")) return;
  for (const score of target.form.querySelectorAll("[name=score]:checked")) score.checked = score.checkVisibility();
  target.form.querySelector(".acts").scrollIntoView({ block: "nearest" });
});

note?.querySelector("[data-kept-forget]").addEventListener("click", forget);
window.addEventListener("online", () => send());
if (page && note && kept()) { note.hidden = false; send(); }

/** Let a service worker keep the page. The visit that registers it did not go through it, so it is told to begin. */
async function keepPage() {
  const worker = navigator.serviceWorker;
  const address = page?.dataset.homeWorker;
  if (!worker || !address) return;
  worker.addEventListener("message", (event) => { if (event.data?.kept) page.dataset.homeKept = ""; });
  await worker.register(address);
  const { active } = await worker.ready;
  active.postMessage("keep");
}

keepPage().catch(() => {});  // a browser that stores nothing, or a kept page without a network
