// Clocks that agree with the server's, whatever the device's clock says.
//
// <span data-clock data-ends-at="ISO time"> counts down to it; data-left="seconds" instead shows a stopped clock.
// data-extension="seconds" is added (a match's own time). Inside: [data-clock-figures] and [data-clock-word].
// data-phase on the clock becomes calm, soon (under five minutes), over, paused or waiting; data-count-over shows
// the time since zero with a plus. Words come from data-word-*.
//
// The Date header of responses limits the offset between the two clocks. It has whole seconds, so each response leaves
// an uncertainty of one second; a few responses at different moments reduce it. The result is kept for the tab, so
// that the next page sends only one request, to detect whether the device's clock has been changed.

const SOON_SECONDS = 300;
const SAMPLES = 3;
const KEEP_MS = 600_000;
const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;

let low = -Infinity;
let high = Infinity;
let offset = (Number(meta("server-time")) * 1000 || Date.now()) - Date.now();

/** Narrow the offset by one response: sent and received are times of the device, header is the server's time. */
function learn(header, sent, received) {
  const served = Date.parse(header ?? "");
  if (Number.isNaN(served)) return;
  const from = served - received;
  const to = served + 1000 - sent;
  if (from > high || to < low) { low = from; high = to; }  // the device's clock was changed: start again
  else { low = Math.max(low, from); high = Math.min(high, to); }
  offset = (low + high) / 2;
}

async function sample(address) {
  const sent = Date.now();
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) learn(answer.headers.get("Date"), sent, Date.now());
}

function recall() {
  try {
    const kept = JSON.parse(sessionStorage.getItem("clock"));
    if (!kept || Math.abs(Date.now() - kept.at) > KEEP_MS) return false;
    ({ low, high } = kept);
    offset = (low + high) / 2;
    return true;
  } catch { return false; }
}

function remember() {
  if (!Number.isFinite(low + high)) return;
  try { sessionStorage.setItem("clock", JSON.stringify({ low, high, at: Date.now() })); } catch { /* private window */ }
}

async function measure(samples) {
  const address = meta("time-source");
  if (!address || !document.querySelector("[data-clock], [data-until], [data-schedule-list]")) return;
  for (let n = 0; n < samples; n += 1) {
    await sample(address);
    draw();
    remember();
    if (n + 1 === samples) return;
    await new Promise((done) => setTimeout(done, 1170));  // not a multiple of a second, so that each request falls at another moment
  }
}

/** The server's time in milliseconds. */
export const serverNow = () => Date.now() + offset;

function format(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function secondsLeft(clock) {
  const extension = Number(clock.dataset.extension || 0);
  if (!clock.dataset.endsAt) return Number(clock.dataset.left || 0) + extension;
  return (Date.parse(clock.dataset.endsAt) - serverNow()) / 1000 + extension;
}

function phaseOf(clock, left) {
  if (clock.dataset.state === "not_started") return "waiting";
  if (left <= 0) return "over";
  if (clock.dataset.state === "paused") return "paused";
  return left < SOON_SECONDS ? "soon" : "calm";
}

function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function drawOne(clock) {
  const left = secondsLeft(clock);
  const phase = phaseOf(clock, left);
  const over = phase === "over" && "countOver" in clock.dataset ? `+${format(-left)}` : format(left);
  setText(clock.querySelector("[data-clock-figures]"), over);
  const word = { over: "wordOver", paused: "wordPaused", waiting: "wordWaiting", soon: "wordSoon" }[phase];
  setText(clock.querySelector("[data-clock-word]"), clock.dataset[word] ?? "");
  if (clock.dataset.phase !== phase) {
    clock.dataset.phase = phase;
    clock.dispatchEvent(new CustomEvent("clock:phase", { bubbles: true, detail: { phase } }));
  }
  return clock.dataset.endsAt ? left : null;
}

let timer = 0;

export function draw() {
  clearTimeout(timer);
  const running = [...document.querySelectorAll("[data-clock]")].map(drawOne).filter((left) => left !== null);
  if (!running.length) return;
  const fraction = (running[0] * 1000) % 1000;
  timer = setTimeout(draw, (fraction > 0 ? fraction : 1000 + fraction) + 15);
}

document.addEventListener("part:loaded", draw);
document.addEventListener("htmx:load", draw);
document.addEventListener("visibilitychange", () => { if (!document.hidden) { draw(); measure(1); } });
/** Times on the page are those of the event. Whoever reads another time on the own clock is told which they are. */
function nameZone() {
  const now = new Date();
  for (const note of document.querySelectorAll("[data-time-zone]")) {
    try {
      note.hidden = now.toLocaleString("en", { timeZone: note.dataset.timeZone }) === now.toLocaleString("en");
    } catch { note.hidden = false; }  // a zone that this browser does not know
  }
}

document.addEventListener("part:loaded", nameZone);
nameZone();
const recalled = recall();
draw();
measure(recalled ? 1 : SAMPLES);
