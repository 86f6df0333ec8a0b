// Where the page is secure, a service worker keeps the judges' pages of this event on the device.

import { connected } from "./sending.js";
import { clockTime, panel, words } from "./sync.js";

const KEEP_MS = 90_000;
const TAPPED_MS = 2_000;

/** How many of the judges' pages are on the device, and since when all of them. */
function sayKept({ kept, keeping, of }) {
  if (!kept && keeping === undefined) return;
  if (kept) panel.dataset.kept = "yes";
  const ready = panel.querySelector("[data-sync-ready]");
  ready.hidden = false;
  ready.textContent = kept ? words.wordReady : words.wordKeeping.replace("{n}", keeping).replace("{all}", of);
  const line = panel.querySelector("[data-sync-pages]");
  line.hidden = !kept;
  if (kept) line.textContent = words.wordAllKept.replace("{time}", clockTime(kept));
}

/** Register the worker, and let it keep the pages again and again. */
export async function keepPages() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", (event) => sayKept(event.data ?? {}));
  await navigator.serviceWorker.register(words.worker).catch(() => null);
  // Asked for each time: an update of the program puts a new worker in the place of the old one.
  const ask = async (what) => (await navigator.serviceWorker.ready).active.postMessage(what);
  const keep = () => { if (connected() && !document.hidden) ask({ keep: "all" }); };
  keep();
  setInterval(keep, KEEP_MS);
  navigator.serviceWorker.addEventListener("controllerchange", keep);
  let later = 0;
  document.addEventListener("tap:answered", () => {
    clearTimeout(later);
    later = setTimeout(() => ask({ page: location.pathname }), TAPPED_MS);
  });
}
