// What the panel of the queue says: whether the server answers, how many entries wait, and the list of them.

import { connected, link } from "./sending.js";
import { summary } from "./sync-summary.js";
import { clockTime, mine, panel, secondsSince, words } from "./sync.js";

const list = panel?.querySelector("[data-sync-list]");

function button(label, act) {
  const element = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
  element.addEventListener("click", act);
  return element;
}

function line(entry, { sendAgain, correct, discard }) {
  const item = document.createElement("li");
  const what = Object.assign(document.createElement("p"), { textContent: `${clockTime(entry.at)} ${entry.label}` });
  item.append(what);
  item.dataset.syncEntry = entry.id;
  if (!mine(entry)) item.append(Object.assign(document.createElement("p"), { textContent: words.wordOther }));
  if (!entry.refused) return item;
  item.append(Object.assign(document.createElement("p"), { className: "sync-reason", textContent: entry.refused }));
  if (!mine(entry)) return item;  // the log names who is signed in
  const acts = Object.assign(document.createElement("div"), { className: "acts" });
  if (entry.kind === "tap") acts.append(button(words.wordAgain, () => sendAgain(entry)));
  else acts.append(button(words.wordCorrect, () => correct(entry)));
  acts.append(button(words.wordDiscard, () => discard(entry)));
  item.append(acts);
  return item;
}

/** Show the entries in the panel. ``acts`` are what the buttons of a refused one do. */
export function draw(entries, acts) {
  const state = connected() ? "online" : "offline";
  if (panel.dataset.state !== state) panel.dataset.state = state;
  panel.dataset.unsent = entries.length;
  const factor = panel.querySelector("[data-sync-factor]");
  if (link.factor && factor.hidden) panel.open = true;
  factor.hidden = !link.factor;
  const word = panel.querySelector("[data-sync-word]");
  const { kept } = document.documentElement.dataset;
  const minutes = entries.length ? Math.floor(secondsSince(entries[0].at) / 60) : 0;
  const text = summary(entries, { isConnected: connected(), kept, words, minutes });
  if (word.textContent !== text) word.textContent = text;
  const sign = entries.map((entry) => `${entry.id} ${entry.refused}`).join();
  if (list.dataset.sign === sign) return;
  list.dataset.sign = sign;
  list.replaceChildren(...entries.map((entry) => line(entry, acts)));
  if (entries.some((entry) => entry.refused)) panel.open = true;
}
