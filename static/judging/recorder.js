// The recorder's taps: kept on the device (queue.js) and sent one after another without leaving the page, each answered
// by the board as it is then. A tap is on screen at once, before the device has kept it: [data-recorder-kept] lists the
// last tokens that wait.
//
// A tap that comes while others are being stored is sent with the revision that the answer before it shows. After a refusal
// what waited is dropped: it was tapped on a board that had gone another way. Without a connection the record goes on by
// its tokens: those taps say what happened, whatever the board allowed when it was last seen, and are judged when they
// arrive. What is typed comes as taps do.
//
// While the record itself waits to be begun, the keys of [data-recorder-stand-in] take the board's place, also on the page
// on which it is begun ([data-recorder-begin]); the board comes once the server has the record.

import { isPressed } from "../js/press.js";
import { focusNext, keepFocus } from "./focus.js";
import { choose, chooseAgain, draw, forget, hasBegun, takeBack, tokenOf } from "./kind-keys.js";
import { standing } from "./order.js";
import { makeId } from "./outbox.js";

const recorder = document.querySelector("[data-recorder]");
const begin = document.querySelector("[data-recorder-begin]");
const kept = document.querySelector("[data-recorder-kept]");
const withoutConnection = document.querySelector("[data-recorder-offline]");
const group = recorder?.dataset.liveUrl ?? "";
const SHOWN = 12;
const REVISION = /data-revision="(\d+)"/;
let connected = true;
let begins = false;  // whether the record waits to be begun
let standsIn = false;
let pending = [];  // taps that the device keeps
let fresh = [];  // taps that it is about to keep
let owed = false;  // whether a tap was answered without the board, because others waited behind it
let held = "";  // the board that came while a key was down: replaced, the key would lose its tap

function detailOf(url, fields, label) {
  const offline = !connected || standsIn;
  const all = Object.fromEntries(fields.filter(([name]) => !["csrfmiddlewaretoken", "revision", "step"].includes(name)));
  const isWritten = url.includes("/turns/tap/write/");
  if (offline && isWritten) all.insist = "1";
  const id = makeId();
  const revision = REVISION.exec(held)?.[1] || recorder.querySelector("[name=revision]")?.value || null;
  return { id, url, group, label, offline, revision, fields: [...Object.entries(all), ["step", id]] };
}

function add(detail) {
  recorder.setAttribute("aria-busy", "true");
  fresh.push(detail);
  showTokens();
  document.dispatchEvent(new CustomEvent("tap:add", { detail }));
}

// What a tap writes, as the list of those that wait names it: a token, or what the key says where it writes none.
function labelOf(fields, button) {
  const { token = "" } = Object.fromEntries(fields);
  const text = button?.textContent.replace(/\s+/g, " ").trim() ?? "";
  if (button?.name === "first") return `[${text}]`;
  if (button?.name === "how") return `${text} ${token.trim()}`;
  return token.trim() || text;
}

/** What a form sends: a key of the pad adds to a token, and null is sent until that is whole. */
function fieldsOf(form, button) {
  const fields = [...new FormData(form)].filter(([name]) => !["mark", "suit"].includes(name));
  const adds = button?.matches(".key--card, [data-begun-done]");
  const token = adds ? tokenOf(form, button) : "";
  if (token === null) return null;
  if (adds) return [...fields, ["token", token]];
  return button?.name ? [...fields, [button.name, button.value]] : fields;
}

function tapped(form, button) {
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const isUndo = url.includes("/turns/tap/undo/");
  if (isUndo && hasBegun()) { takeBack(recorder); allowUndo(); return; }
  const fields = fieldsOf(form, button);
  if (fields === null) { allowUndo(); return; }
  forget();
  const detail = detailOf(url, fields, labelOf(fields, button));
  if (isUndo && !connected && seen().length > 0) document.dispatchEvent(new CustomEvent("tap:take-back", { detail }));
  else add(detail);
  form.reset();  // the kind and the suit are those of one act
  draw(recorder);
}

function onTap(event) {
  if (!event.target.getAttribute("action").includes("/turns/tap/")) return;
  event.preventDefault();
  event.stopPropagation();
  tapped(event.target, event.submitter);
}

// The board, and what stands in for it

function showBoard(html) {
  owed = !html.includes("recorder-board");
  if (owed) return;
  held = isPressed(recorder) ? html : "";
  if (held) return;
  const focusAgain = keepFocus(recorder);
  standsIn = false;
  recorder.innerHTML = html;
  shown(focusAgain);
}

/** A board has come: what was chosen for the next tap stays chosen, and the focus where it was. */
function shown(focusAgain) {
  if (recorder.querySelector("[data-refused]")) forget();
  chooseAgain(recorder);
  allowUndo();
  focusAgain();
  recorder.querySelector(".recorder-token[open] [name=token]")?.focus();
}

function told({ detail: { entry, told: answer } }) {
  if (entry.group === group && answer.html) showBoard(answer.html);
}

function standIn() {
  const { content } = document.querySelector("[data-recorder-stand-in]");
  const focused = begin?.contains(document.activeElement);
  const focusAgain = keepFocus(recorder);
  standsIn = true;
  recorder.replaceChildren(content.cloneNode(true));
  recorder.hidden = false;
  shown(focusAgain);
  if (begin) begin.hidden = true;
  if (focused) recorder.querySelector("[data-recorder-begun]").focus();
}

/** The record was begun, or discarded, or a tap taken back, and no tap that waits will bring the board. */
async function fetchBoard() {
  const answer = await fetch(group, { headers: { "HX-Request": "true" }, credentials: "same-origin" }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (begins || !(standsIn || (owed && !waits()))) return;
  if (html.includes("data-revision=")) showBoard(html);
  else if (standsIn) location.assign(group);
}

// The board may be older than the taps that wait: those can be taken back as well.
function allowUndo() {
  const undo = recorder.querySelector("[data-undo]");
  if (!undo) return;
  const had = document.activeElement === undo;
  undo.disabled = undo.dataset.undo !== "yes" && !seen().length && !hasBegun();
  if (had && undo.disabled) focusNext(recorder);
}

const waits = () => pending.length + fresh.length > 0;
const seen = () => standing([...pending, ...fresh]);

function showTokens() {
  const labels = seen().map((tap) => tap.label);
  kept.hidden = !labels.length;
  kept.classList.toggle("recorder-kept--brief", connected);
  kept.querySelector("[data-recorder-tokens]").textContent =
    (labels.length > SHOWN ? "… " : "") + labels.slice(-SHOWN).join(" ");
  const all = recorder.querySelector("[data-recorder-all]");
  if (all) all.textContent = labels.join(" ");
  allowUndo();
}

/** The device has kept a tap, and "entries" has listed it, or could not keep it. */
function leaveFresh({ detail: { id } }) {
  fresh = fresh.filter((tap) => tap.id !== id);
  if (!waits()) recorder.removeAttribute("aria-busy");
  showTokens();
}

function showKept({ detail }) {
  const own = detail.entries.filter((entry) => entry.group === group);
  connected = detail.connected;
  begins = own.some((entry) => entry.kind === "form");
  pending = own.filter((entry) => entry.kind === "tap");
  fresh = fresh.filter((tap) => !pending.some((entry) => entry.id === tap.id));
  if (begins && !standsIn) standIn();
  else if (!begins && (standsIn || owed) && !pending.length) fetchBoard();
  if (!waits()) recorder.removeAttribute("aria-busy");
  showTokens();
  withoutConnection.hidden = connected || recorder.hidden;
}

if (recorder) {
  for (const part of [recorder, withoutConnection]) part.addEventListener("submit", onTap);
  let focusAgain = () => {};
  recorder.addEventListener("change", (event) => { choose(event.target); allowUndo(); });
  // Enter on what is chosen would press the form's first key.
  recorder.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.type === "radio") event.preventDefault();
  });
  recorder.addEventListener("part:replaces", () => { focusAgain = keepFocus(recorder); });
  recorder.addEventListener("part:loaded", () => shown(focusAgain));
  document.addEventListener("press:over", () => { if (held) showBoard(held); });
  document.addEventListener("tap:answered", told);
  document.addEventListener("tap:settled", leaveFresh);
  document.addEventListener("entries", showKept);
  draw(recorder);
  recorder.dataset.ready = "yes";
}
