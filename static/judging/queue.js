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
import * as outbox from "./outbox.js";

const AGAIN_MS = 5_000;
const ANSWER_MS = 15_000;
const SLOWEST = 4;  // bytes in a millisecond: a photo on a slow network takes its time
const HOLD_MS = 10_000;  // until then, what is under way is still this tab's
const LATE_MS = 5_000;  // an entry that took longer to be sent was kept without a connection
const CLOCK_MS = 60_000;  // a device's clock may be wrong by that much before its times are corrected
const MOST_S = 7 * 24 * 3600;
const KEEP_MS = 90_000;
const TAPPED_MS = 2_000;
const SERVER_FAILS = 3;
const BUTTONS = /\/judge\/(?:table\/\d+\/do\/[a-z-]+|calls\/[0-9a-f-]{36}\/[a-z]+)\/$/;
const panel = document.querySelector("[data-sync]");
const words = panel?.dataset ?? {};
const list = panel?.querySelector("[data-sync-list]");
const failures = new Map();  // id -> answers that were the server's own failure
const asked = new Set();  // ids for which a new form token was asked
let device = "";
let heard = true;  // whether the server answered the last time
let sending = "";  // the id of the entry that is under way
let turn = Promise.resolve(null);  // one pass after another
let waiting = [];

const say = (text, level = "info") => document.dispatchEvent(new CustomEvent("message", { detail: { text, level } }));
const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
const secondsSince = (at) => Math.min(Math.max(Math.round((Date.now() - at) / 1000), 0), MOST_S);
const mine = (entry) => entry.user === words.user;
const store = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* a private window */ } };

function take(key) {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch { return null; }
}

// The device's clock

const CLOCK = "judge-clock-off";

function learnClock(served) {
  if (!Number.isFinite(served) || !served) return;
  try { localStorage.setItem(CLOCK, String(Math.round(served - Date.now()))); } catch { /* a private window */ }
}

/** The time now, corrected where the device's clock was found to be wrong while there was a connection. */
function timeNow() {
  let off = 0;
  try { off = Number(localStorage.getItem(CLOCK)) || 0; } catch { /* a private window */ }
  return new Date(Date.now() + (Math.abs(off) > CLOCK_MS ? off : 0)).toISOString();
}

// Making entries

function addressOf(form, submitter) {
  const url = new URL(submitter?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  return url.pathname + url.search;
}

function isEntry(form, submitter) {
  if (form.method !== "post" || submitter?.name === "consider") return false;
  if (form.hasAttribute("data-queued")) return true;
  return Boolean(form.querySelector("[data-device-time]")) || BUTTONS.test(addressOf(form, submitter).split("?")[0]);
}

function labelOf(submitter) {
  const place = [...document.querySelectorAll(".crumbs a")].at(-1)?.textContent ?? "";
  const heading = document.querySelector("h1")?.textContent ?? "";
  const button = submitter?.innerText ?? "";
  const player = document.querySelector(".verdict-who")?.textContent.trim() ?? "";
  const parts = [place, heading, button.includes(player) ? "" : player, button].map((text) => text.replace(/\s+/g, " ").trim());
  return [...new Set(parts)].filter(Boolean).join(" · ");
}

function entryOf(form, submitter) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  const id = form.querySelector("[name=record]")?.value || outbox.makeId();
  const number = Number(form.querySelector("[name=device_number]")?.value) || 0;
  return {
    id, number, numbered: !form.hasAttribute("data-queued"), group: form.dataset.queued || undefined, kind: "form", event: words.event, user: words.user, url: addressOf(form, submitter),
    fields, label: labelOf(submitter), at: Date.now(), time: timeNow(),
  };
}

/** A form that is shown again must not log the same record: from a copy of the page, or after it was kept. */
function renew(root) {
  for (const field of root.querySelectorAll("input[name=record], input[name=step]")) field.value = outbox.makeId();
  for (const field of root.querySelectorAll("input[name=device_number], input[name=waited]")) field.value = "";
}

function set(form, name, value) {
  let field = form.querySelector(`input[type=hidden][name="${name}"]`);
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name });
    form.append(field);
  }
  field.value = value;
}

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
    store("judge-shown", entry.id);
    if (entry.number && form.querySelector("[name=device_number]")) set(form, "device_number", entry.number);
  }
  if (submitter?.name) set(form, submitter.name, submitter.value);
  HTMLFormElement.prototype.submit.call(form);
}

function nextPage(url, kept) {
  const [path] = url.split("?");
  if (kept && /\/rule\/[^/]+\/$/.test(path)) return `${path}?then=`;
  return /^.*\/judge\/(?:table\/\d+\/|calls\/)/.exec(path)?.[0] ?? path;
}

function goOn(form, entry) {
  // A record that is begun goes on where it is: recorder.js shows its keys and what waits.
  if (navigator.serviceWorker?.controller && !entry.group) {
    store("judge-said", words.wordKept);
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

async function bodyOf(entry, signal) {
  const body = new FormData();
  for (const [name, value] of entry.fields) body.set(name, value);
  body.set("csrfmiddlewaretoken", token());
  const waited = secondsSince(entry.at);
  if (entry.kind === "tap") {
    body.set("revision", entry.revision ?? await revisionOf(entry.group, signal));
    body.set("ago", waited);
    return body;
  }
  body.set("record", entry.id);
  const name = entry.device || device;  // one that was copied from another device keeps that one's name
  body.set("device", name);
  body.set("device_number", name && entry.number ? entry.number : "");
  body.set("device_time", entry.time);
  if (waited * 1000 > LATE_MS) body.set("waited", waited);
  return body;
}

async function revisionOf(group, signal) {
  const known = await outbox.noted(`revision ${group}`);
  if (known !== undefined) return known;
  const answer = await fetch(group, { headers: { "HX-Request": "true" }, credentials: "same-origin", signal });
  if (answer.status >= 500 || answer.status === 429) throw new Error("no revision now");
  return /data-revision="(\d+)"/.exec(await answer.text())?.[1] ?? 0;
}

/** Whether other taps wait behind this one: then the board is drawn after those. */
const isFollowed = async ({ group, order }) =>
  (await outbox.all()).some((entry) => entry.kind === "tap" && entry.group === group && entry.order > order);

/** Send an entry. Returns null without an answer, {stop} if nothing can be sent now, else {stored} or {refused}. */
async function send(entry, now) {
  const headers = { "X-Entry": entry.id, "X-Entry-User": entry.user, "X-Entry-Mode": now ? "now" : "later" };
  if (entry.kind === "tap") {
    headers["HX-Request"] = "true";
    if (await isFollowed(entry)) headers["X-Entry-Mode"] = "followed";
  } else if (!now) headers.Accept = "application/json";
  const bytes = entry.fields.reduce((sum, [, value]) => sum + (value.size ?? 0), 0);
  const signal = AbortSignal.timeout(ANSWER_MS + bytes / SLOWEST);
  const holding = setInterval(() => outbox.lease().catch(() => null), HOLD_MS);
  let answer;
  let text;
  try {
    const body = await bodyOf(entry, signal);
    answer = await fetch(entry.url, { method: "POST", body, headers, credentials: "same-origin", signal });
    text = await answer.text();
  } catch { heard = false; return null; } finally { clearInterval(holding); }
  // What the server answers to an entry names it; a hall's network that asks for a sign-in of its own answers as well.
  heard = answer.status < 500 && (!answer.ok || answer.headers.get("X-Entry") === entry.id);
  if (answer.ok && !heard) return null;
  learnClock(Date.parse(answer.headers.get("Date")) + 500);
  const isCopied = answer.headers.get("X-Entry-Number") === "taken";
  const told = read(entry, answer, text);
  return told && { ...told, isCopied };
}

function read(entry, answer, text) {
  if (answer.status === 500) {
    failures.set(entry.id, (failures.get(entry.id) ?? 0) + 1);
    return failures.get(entry.id) < SERVER_FAILS ? null : { refused: words.wordFailed };
  }
  if (answer.status > 500) return null;
  if (answer.status === 429) return { stop: true };
  if (answer.status === 401 || (answer.status === 403 && !asked.has(entry.id))) {
    if (answer.status === 403) asked.add(entry.id);
    document.dispatchEvent(new CustomEvent("signed-out"));
    return { stop: true };
  }
  if (answer.status === 403) return { refused: words.wordForbidden };
  if (answer.status === 404) return { refused: words.wordGone };
  if (answer.headers.get("Content-Type")?.includes("json")) return readJson(JSON.parse(text));
  if (entry.kind === "tap" && answer.status === 200) return { stored: true, html: text };
  return { refused: reasonIn(text), html: text };
}

function readJson(told) {
  if (told.code === "other_user") return { stop: true };
  return told.error ? { refused: told.error } : { stored: true, ...told };
}

/** Why a page says that it did not store its form: the doubts it asks about, or the errors it names. */
function reasonIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const read = (where) => [...page.querySelectorAll(where)].map((line) => line.textContent.replace(/\s+/g, " ").trim());
  for (const where of ["[data-doubts] p", "[data-error-summary] li", "[role=alert] .message-text", ".message--error"]) {
    const found = read(where).filter(Boolean);
    if (found.length) return found.join(" ");
  }
  return words.wordFailed;
}

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

/** What waited behind a refused tap was tapped on a board that had gone another way. */
async function dropTaps(refused) {
  for (const entry of await outbox.all()) {
    const isBehind = entry.kind === "tap" && entry.group === refused.group && entry.order >= refused.order;
    if (isBehind) await outbox.remove(entry.id);
  }
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

async function nextEntry() {
  const held = new Set();
  for (const entry of await outbox.all()) {
    if (entry.refused && entry.group) held.add(entry.group);
    const isHeld = held.has(entry.group) && !entry.url.endsWith("/take-over/");
    if (mine(entry) && !entry.refused && !isHeld) return entry;
  }
  return null;
}

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
      device = await outbox.deviceName();
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
    const last = outbox.standing((await outbox.all()).filter((entry) => entry.group === detail.group)).at(-1);
    const isSent = last && (last.tried || last.id === sending);
    if (isSent) await keepTap({ ...detail, undoes: last.id });
    else if (last?.kind === "tap") await outbox.remove(last.id);
    await show();
  }).catch(() => null);
});

// What is in view

const connected = () => navigator.onLine && heard && document.documentElement.dataset.connection !== "lost";

function button(label, act) {
  const element = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
  element.addEventListener("click", act);
  return element;
}

const clockTime = (at) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

function line(entry) {
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

async function sendAgain(entry) {
  await outbox.note(`revision ${entry.group}`, undefined);
  await outbox.change(entry.id, { refused: "", revision: null });
  pass();
}

/** Open the entry's form with what was typed: the server shows it again, with its question or its errors. */
function correct(entry) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url });
  for (const [name, value] of entry.fields) if (typeof value === "string") set(form, name, value);
  const more = { csrfmiddlewaretoken: token(), record: entry.id, device: entry.device || device, device_number: entry.number || "", device_time: entry.time };
  for (const [name, value] of Object.entries({ ...more, waited: secondsSince(entry.at) })) set(form, name, value);
  store("judge-corrected", entry.id);
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

function summary() {
  const refused = waiting.filter((entry) => entry.refused).length;
  const parts = [connected() ? words.wordOnline : words.wordOffline];
  const minutes = waiting.length ? Math.floor(secondsSince(waiting[0].at) / 60) : 0;
  if (waiting.length) parts.push(words.wordUnsent.replace("{n}", waiting.length));
  if (waiting.length) parts.push(minutes ? words.wordOldest.replace("{n}", minutes) : words.wordNew);
  if (refused) parts.push(words.wordRefused.replace("{n}", refused));
  if (document.documentElement.dataset.kept) parts.push(words.wordAsOf.replace("{time}", document.documentElement.dataset.kept));
  return parts.join(" · ");
}

async function show() {
  if (!panel) return;
  waiting = await outbox.all();
  const state = connected() ? "online" : "offline";
  if (panel.dataset.state !== state) panel.dataset.state = state;
  panel.dataset.unsent = waiting.length;
  const word = panel.querySelector("[data-sync-word]");
  const text = summary();
  if (word.textContent !== text) word.textContent = text;
  const sign = waiting.map((entry) => `${entry.id} ${entry.refused}`).join();
  if (list.dataset.sign !== sign) {
    list.dataset.sign = sign;
    list.replaceChildren(...waiting.map(line));
    if (waiting.some((entry) => entry.refused)) panel.open = true;
  }
  document.dispatchEvent(new CustomEvent("entries", { detail: { entries: waiting, connected: connected() } }));
}

async function look() {
  await show();
  if (!document.hidden && waiting.some((entry) => mine(entry) && !entry.refused)) pass();
}

// Pages without a network

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

/** Where the page is secure, a service worker keeps the judges' pages of this event. */
async function keepPages() {
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

async function start() {
  const kept = document.documentElement.dataset.kept;
  if (kept) {
    renew(document);
    for (const old of document.querySelectorAll(".messages .message")) old.remove();
  }
  else learnClock(Number(document.querySelector("meta[name=server-time]")?.content) * 1000);
  device = await outbox.deviceName().catch(() => "");
  const shown = take("judge-shown");
  if (shown) await outbox.remove(shown);
  const corrected = take("judge-corrected");
  if (corrected && !document.querySelector(`input[name=record][value="${corrected}"]`)) await outbox.remove(corrected);
  const said = take("judge-said");
  if (said) say(said, "warning");
  panel.querySelector("[data-sync-now]").addEventListener("click", () => { heard = true; pass(); });
  panel.querySelector("[data-sync-open]").hidden = window.isSecureContext;
  for (const name of ["online", "pageshow"]) window.addEventListener(name, () => { heard = true; look(); });
  window.addEventListener("offline", show);
  for (const name of ["visibilitychange", "signed-in"]) document.addEventListener(name, look);
  new MutationObserver(() => {
    heard ||= document.documentElement.dataset.connection === "on";
    look();
  }).observe(document.documentElement, { attributeFilter: ["data-connection"] });
  setInterval(look, AGAIN_MS);
  panel.dataset.ready = "yes";
  keepPages();
  await look();
}

if (panel) start();
