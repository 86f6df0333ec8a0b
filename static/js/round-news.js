// A round that is published while the personal page is open stands in the title and, if the person has switched it on, makes a
// sound and a vibration. Once the event is over there is no switch. [data-news="KEY"] names the round, and its text begins
// the title.

const base = document.title;
const choice = document.querySelector("[data-news-switch]");
let sound = null;  // there once the person has touched the page: before, browsers are silent
let seen = null;

async function wake() {
  if (choice?.checked) await (sound ??= new AudioContext()).resume();
}

function ring() {
  navigator.vibrate?.([200, 100, 200]);
  if (sound?.state !== "running") return;
  const tone = new OscillatorNode(sound, { frequency: 660 });
  tone.frequency.setValueAtTime(880, sound.currentTime + 0.2);
  tone.connect(new GainNode(sound, { gain: 0.3 })).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.5);
}

function read() {
  const news = document.querySelector("[data-news]");
  document.title = news ? `${news.textContent.replace(/\s+/g, " ").trim()} · ${base}` : base;
  const known = seen;
  seen = news?.dataset.news ?? known ?? "";
  if (known !== null && seen !== known && choice?.checked) ring();
}

try { if (choice) choice.checked = localStorage.getItem("news") === "on"; } catch { /* a private window */ }
choice?.addEventListener("change", async () => {
  try { localStorage.setItem("news", choice.checked ? "on" : "off"); } catch { /* for this page */ }
  await wake();
  if (choice.checked) ring();
});
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake);
document.addEventListener("part:loaded", read);
read();
