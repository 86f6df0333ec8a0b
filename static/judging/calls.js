// Calls for a judge reach a tablet wherever its judge is: their number stands in the title, on the tab of the calls
// and on the app's icon, and one that begins to ring for this judge sounds, if the judge has agreed to that (kept on the
// device). The strip [data-calls] is live; it says how many wait (data-calls-waiting) and the ids of those that ring for
// this judge (data-calls-ringing): where the tables are in zones, a call rings for more judges the longer it waits.

const KEY = "judge-calls-sound";
const strip = document.querySelector("[data-calls]");
const title = document.title;
let rung = new Set();
let audio = null;

function agreed() {
  try { return localStorage.getItem(KEY) === "on"; } catch { return false; }
}

function agree(on) {
  try { localStorage.setItem(KEY, on ? "on" : "off"); } catch { /* a private window forgets it */ }
}

/** Two short tones. A browser lets a page sound only after a tap, so the context is made with the first one. */
function sound(call) {
  if (!audio || !agreed()) return;
  audio.resume();
  for (const [start, pitch] of [[0, 880], [0.25, 1175]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.2);
  }
  document.documentElement.dataset.callsSounded = call ?? "";
}

function badge(count) {
  for (const link of document.querySelectorAll('.rail a[href$="/judge/calls/"]')) {
    let mark = link.querySelector(".rail-badge");
    if (!mark && count) {
      mark = document.createElement("span");
      mark.className = "rail-badge count count--waits";
      link.append(mark);
    }
    if (mark) { mark.textContent = count; mark.hidden = !count; }
  }
  if (count) navigator.setAppBadge?.(count)?.catch(() => {});
  else navigator.clearAppBadge?.()?.catch(() => {});
}

function look(first) {
  const told = strip.querySelector("[data-calls-waiting]");
  const count = Number(told?.dataset.callsWaiting || 0);
  document.title = count ? `(${count}) ${title}` : title;
  badge(count);
  const ringing = new Set((told?.dataset.callsRinging ?? "").split(" ").filter(Boolean));
  const fresh = [...ringing].find((id) => !rung.has(id));
  rung = ringing;
  if (fresh && !first) sound(fresh);
}

function showChoice() {
  const button = document.querySelector("[data-calls-sound]");
  if (!button) return;
  button.setAttribute("aria-pressed", String(agreed()));
  button.querySelector("[data-calls-sound-word]").textContent = agreed() ? strip.dataset.wordOn : strip.dataset.wordOff;
}

if (strip) {
  document.addEventListener("pointerdown", () => { audio ??= window.AudioContext ? new AudioContext() : null; }, { once: true });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-calls-sound]")) return;
    agree(!agreed());
    showChoice();
    sound();
  });
  strip.addEventListener("part:loaded", () => look(false));
  look(true);
  showChoice();
}
