// What a judge logs is kept on the device first and sent then, so that nothing is lost without a network: rulings,
// infractions, penalties, extensions, notes, the buttons of tables and calls, and forms with [data-queued] that are no
// records of the log: results, and turns on record that are begun or read in (its value is then the group of the taps
// that may follow at once). Kept entries are sent in order, on load,
// when the page becomes visible, when the network returns, every few seconds, and by a button; not by Background Sync,
// which Safari and Firefox lack. [data-sync] says whether the server answers, how many wait and since when, and lists
// them; a refused one can be corrected (the server shows its form with what was typed) or discarded.
//
// The recorder's taps come as an event "tap:add", which "tap:settled" follows once the device has kept the tap or could
// not, and are answered by "tap:answered"; "entries" tells what is kept.

import { isComplete } from "./complete.js";
import { learnClock } from "./device-clock.js";
import { entryOf, isEntry, nextPage, renew, set } from "./entry.js";
import { keepPages } from "./kept-pages.js";
import { nextOf, standing, tapsFrom } from "./order.js";
import * as outbox from "./outbox.js";
import { connected, link, send } from "./sending.js";
import { draw } from "./sync-list.js";
import { leave, mine, panel, say, secondsSince, take, token, words } from "./sync.js";

const AGAIN_MS = 5_000;
let sending = "";  // the id of the entry that is under way
let turn = Promise.resolve(null);  // one pass after another
let waiting = [];

// Forms that are kept

async function submitted(form, submitter) {
  if (!connected() && lacksSomething(form, submitter)) return;
  form.dataset.sent = "1";
  submitter?.setAttribute("aria-busy", "true");
  const entry = await outbox.keep(entryOf(form, submitter)).catch(() => null);
  const told = entry && await pass(entry.id);
  delete form.dataset.sent;
  submitter?.removeAttribute("aria-busy");
  if (!entry && !connected()) say(words.wordFull, "error");
  else if (!entry || told?.refused) sendPlainly(form, submitter, entry);
  else if (told?.stored) location.assign(told.location || nextPage(entry.url, false));
  else if (lacksSomething(form, submitter)) await takeBack(form, entry);
  else goOn(form, entry);
}

/** A form that nobody can answer now is kept only if nothing is missing in it. */
function lacksSomething(form, submitter) {
  if (isComplete(form, submitter)) return false;
  say(words.wordIncomplete, "error");
  return true;
}

/** It was kept before it was known that nobody answers. Its number goes to the form as it is sent again. */
async function takeBack(form, entry) {
  await outbox.remove(entry.id);
  if (entry.number && form.querySelector("[name=device_number]")) set(form, "device_number", entry.number);
  await show();
}

/** Let the browser send the form: what was refused is then shown on its page, beside what was typed. */
function sendPlainly(form, submitter, entry) {
  if (entry) {
    leave("judge-shown", entry.id);
    if (entry.number && form.querySelector("[name=device_number]")) set(form, "device_number", entry.number);
  }
  if (submitter?.name) set(form, submitter.name, submitter.value);
  HTMLFormElement.prototype.submit.call(form);
}

function goOn(form, entry) {
  // A record that is begun goes on where it is: recorder.js shows its keys and what waits.
  if (navigator.serviceWorker?.controller && !entry.group) {
    leave("judge-said", words.wordKept);
    location.assign(nextPage(entry.url, true));
    return;
  }
  form.reset();
  renew(form);
  if (!entry.group) say(words.wordKept, "warning");
}

if (panel) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!isEntry(form, event.submitter)) return;
    // On the form itself: after the stopwatch has filled in its seconds, and before the page's other listeners.
    form.addEventListener("submit", (own) => {
      own.preventDefault();
      own.stopPropagation();
      if (!form.dataset.sent) submitted(form, own.submitter);
    }, { once: true });
  }, true);
}

// Sending

async function settle(entry, told, now) {
  const revision = /data-revision="(\d+)"/.exec(told.html ?? "")?.[1];
  if (revision) await outbox.note(`revision ${entry.group}`, revision);
  // Before the entry goes, so that a tap meanwhile is either behind it or made on the new board.
  if (entry.kind === "tap") document.dispatchEvent(new CustomEvent("tap:answered", { detail: { entry, told } }));
  // The record that begins counts from 0, whatever the one before it had come to.
  if (entry.kind === "form" && entry.group && told.stored) await outbox.note(`revision ${entry.group}`, undefined);
  if (told.stored) await outbox.remove(entry.id);
  else if (entry.kind === "tap" && !entry.offline) await dropTaps(entry);
  else await outbox.change(entry.id, { refused: told.refused });
  if (entry.kind === "form" && !now && told.stored && told.text) say(told.text, "success");
  if (!now && told.refused && (entry.kind === "form" || entry.offline)) say(`${entry.label}: ${told.refused}`, "error");
}

async function dropTaps(first) {
  for (const entry of tapsFrom(await outbox.all(), first)) await outbox.remove(entry.id);
}

/** Discard an entry, and with a record that was to begin the taps that belong to it. */
async function discard(entry) {
  if (entry.kind === "form" && entry.group) await dropTaps(entry);
  const undo = (await outbox.all()).find((other) => other.undoes === entry.id);
  if (undo) await outbox.remove(undo.id);
  await outbox.remove(entry.id);
  show();
  pass();
}

const nextEntry = async () => nextOf(await outbox.all(), mine);

async function sendThem(wanted) {
  let outcome = null;
  for (let entry = await nextEntry(); entry; entry = await nextEntry()) {
    if (!(await outbox.lease())) break;
    sending = entry.id;
    if (!(await outbox.has(entry.id))) continue;  // taken back meanwhile
    const now = entry.id === wanted;
    const told = await send(entry, now);
    if (!told && entry.kind === "tap") await outbox.change(entry.id, { tried: true });
    if (!told || told.stop) break;
    await settle(entry, told, now);
    if (told.isCopied) {
      await outbox.takeNewName();
      link.device = await outbox.deviceName();
    }
    if (now) outcome = told;
    show();
  }
  sending = "";
  await outbox.release();
  await show();
  return outcome;
}

/** Send what is kept, after the pass that is under way; the value tells what became of the entry ``wanted``. */
function pass(wanted = "") {
  turn = turn.then(() => sendThem(wanted)).catch(() => { sending = ""; return null; });
  return turn;
}

let keeping = Promise.resolve();

document.addEventListener("tap:add", ({ detail }) => {
  keeping = keeping.then(() => keepTap(detail)).catch(() => {
    say(words.wordTapLost.replace("{token}", detail.label), "error");
  }).then(() => {
    document.dispatchEvent(new CustomEvent("tap:settled", { detail: { id: detail.id } }));
  });
});

/** A tap behind others has no revision of its own: it is sent with the one that the answer before it shows. */
async function keepTap({ id, url, fields, group, label, offline, revision, undoes }) {
  const behind = (await outbox.all()).some((entry) => entry.group === group);
  await outbox.keep({
    id, kind: "tap", event: words.event, user: words.user, url, fields, group, label, offline, undoes, at: Date.now(),
    revision: behind ? null : revision,
  });
  await show();
  pass();
}

/** Take back the last tap that is kept, once those before it are. The server may have one that was sent: it is undone. */
document.addEventListener("tap:take-back", ({ detail }) => {
  keeping = keeping.then(async () => {
    const last = standing((await outbox.all()).filter((entry) => entry.group === detail.group)).at(-1);
    const isSent = last && (last.tried || last.id === sending);
    if (isSent) await keepTap({ ...detail, undoes: last.id });
    else if (last?.kind === "tap") await outbox.remove(last.id);
    await show();
  }).catch(() => null);
});

// What is in view

async function sendAgain(entry) {
  await outbox.note(`revision ${entry.group}`, undefined);
  await outbox.change(entry.id, { refused: "", revision: null });
  pass();
}

/** Open the entry's form with what was typed: the server shows it again, with its question or its errors. */
function correct(entry) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url });
  for (const [name, value] of entry.fields) if (typeof value === "string") set(form, name, value);
  const more = { csrfmiddlewaretoken: token(), record: entry.id, device: entry.device || link.device, device_number: entry.number || "", device_time: entry.time };
  for (const [name, value] of Object.entries({ ...more, waited: secondsSince(entry.at) })) set(form, name, value);
  leave("judge-corrected", entry.id);
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

async function show() {
  if (!panel) return;
  waiting = await outbox.all();
  draw(waiting, { sendAgain, correct, discard });
  document.dispatchEvent(new CustomEvent("entries", { detail: { entries: waiting, connected: connected() } }));
}

async function look() {
  await show();
  if (!document.hidden && waiting.some((entry) => mine(entry) && !entry.refused)) pass();
}

async function start() {
  const kept = document.documentElement.dataset.kept;
  if (kept) {
    renew(document);
    for (const old of document.querySelectorAll(".messages .message")) old.remove();
  }
  else learnClock(Number(document.querySelector("meta[name=server-time]")?.content) * 1000);
  link.device = await outbox.deviceName().catch(() => "");
  const shown = take("judge-shown");
  if (shown) await outbox.remove(shown);
  const corrected = take("judge-corrected");
  if (corrected && !document.querySelector(`input[name=record][value="${corrected}"]`)) await outbox.remove(corrected);
  const said = take("judge-said");
  if (said) say(said, "warning");
  panel.querySelector("[data-sync-now]").addEventListener("click", () => { link.heard = true; pass(); });
  panel.querySelector("[data-sync-open]").hidden = window.isSecureContext;
  for (const name of ["online", "pageshow"]) window.addEventListener(name, () => { link.heard = true; look(); });
  window.addEventListener("offline", show);
  for (const name of ["visibilitychange", "signed-in"]) document.addEventListener(name, look);
  new MutationObserver(() => {
    link.heard ||= document.documentElement.dataset.connection === "on";
    look();
  }).observe(document.documentElement, { attributeFilter: ["data-connection"] });
  setInterval(look, AGAIN_MS);
  panel.dataset.ready = "yes";
  keepPages();
  await look();
}

if (panel) start();
