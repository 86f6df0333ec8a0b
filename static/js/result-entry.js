// Quick entry of results: "12 2-1" ⏎ clears the field and keeps the focus. Lines are sent one after the other, in the
// order in which they were typed, and each shows its outcome in a list below the field.
//
// The form posts as any form does (line, round, override, csrf token); with JavaScript it asks for JSON:
//   200 {"table": 12, "text": "Table 12: Ada 2–1 Bo", "undo_url": "/…", "missing": 13}
//   200 {"url": "/…"}: this table has a page of its own, which already contains what was typed
//   401 {"error": "You are signed out. …"}: the lines wait until the person has signed in again (sign-in.js)
//   4xx {"error": "There is no table 99.", "override": "report_differs", "override_label": "Save anyway",
//        "enter_answers": true where Enter on the same line saves it}
// A refused line comes back into the field, selected, as soon as no other line is typed or under way; typing over it
// leaves it in the list. A line without an answer is sent again until there is one: the server stores it once.
// The preview comes from the server too, because only the server can read a line: data-preview answers ?line=… with HTML.

const PAUSE_MS = 120;
const LIT_MS = 4_000;
const AGAIN_MS = 3_000;
const OUTCOMES = 12;
const NO_ANSWER = [502, 503, 504];
const lit = new Map();  // table -> until when its row is lit
const queue = [];  // lines and undos to be sent, in order
const refused = [];  // lines that were refused and not sent again
let held = null;  // the refused line that is in the field
let sending = false;
let signedOut = false;
let leaving = false;  // for the page of a table

let asked = 0;
let waiting = 0;

function preview(form) {
  const output = form.querySelector(".result-preview");
  const line = form.elements.line.value.trim();
  const own = (asked += 1);
  clearTimeout(waiting);
  if (!line || !form.dataset.preview) { output.replaceChildren(); return; }
  waiting = setTimeout(async () => {
    const headers = { Accept: "text/html", "HX-Request": "true" };
    const answer = await fetch(`${form.dataset.preview}?${new URLSearchParams({ line })}`, { headers }).catch(() => null);
    const html = answer?.ok ? await answer.text().catch(() => "") : "";
    if (own === asked) output.innerHTML = html;
  }, PAUSE_MS);
}

function showError(form, text, override, overrideLabel, enterAnswers = false) {
  const box = form.querySelector("#result-error");
  box.querySelector("[data-result-error]").textContent = text;
  box.hidden = !text;
  form.elements.line.setAttribute("aria-invalid", String(Boolean(text)));
  const button = box.querySelector("[data-result-override]");
  button.hidden = !overrideLabel;
  button.textContent = overrideLabel ?? "";
  button.value = override ?? "";
  box.querySelector("[data-result-enter]").hidden = !enterAnswers;
}

function light() {
  for (const [table, until] of lit) if (Date.now() > until) lit.delete(table);
  for (const row of document.querySelectorAll("[data-table].lit")) row.classList.toggle("lit", lit.has(row.dataset.table));
  for (const table of lit.keys()) {
    for (const row of document.querySelectorAll(`[data-table="${CSS.escape(table)}"]`)) row.classList.add("lit");
  }
}

function button(label, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button button--small";
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
}

/** Show what became of a line: its state, a sentence, and what can be done about it. */
function show(item, state, text, ...buttons) {
  const span = document.createElement("span");
  span.textContent = text;
  item.box.dataset.outcome = state;
  item.box.replaceChildren(span, ...buttons);
}

function listed(form, box = document.createElement("li")) {
  const list = form.querySelector("[data-outcomes]");
  list.prepend(box);
  const settled = [...list.querySelectorAll("[data-outcome=stored], [data-outcome=removed]")];
  for (const old of settled.slice(OUTCOMES)) old.remove();
  return box;
}

/** The round that the page shows, so that a line which waited long is not stored in the next one. */
const roundShown = (form) => document.querySelector("[data-results-round]")?.dataset.resultsRound ?? form.elements.round?.value ?? "";

const tableOf = (line) => line.match(/\d+/)?.[0];

function enqueue(item) {
  queue.push(item);
  show(item, "waiting", `${item.line ?? ""} · ${item.form.dataset.wordWaiting}`);
  work();
}

async function work() {
  if (sending) return;
  if (signedOut) { document.dispatchEvent(new CustomEvent("signed-out")); return; }
  sending = true;
  while (queue.length && !signedOut) {
    if (await exchange(queue[0])) queue.shift();
  }
  sending = false;
  document.dispatchEvent(new CustomEvent("live:look"));
  for (const form of document.querySelectorAll("[data-result-entry]")) comeBack(form);
}

function post(item) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: item.form.elements.csrfmiddlewaretoken?.value ?? "" });
  if (item.line !== undefined) body.set("line", item.line);
  if (item.round) body.set("round", item.round);
  for (const override of item.overrides ?? []) body.append("override", override);
  return fetch(item.url, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
}

/** Send a line or an undo. Returns whether it is settled; if not, it stays the first of the queue. */
async function exchange(item) {
  const answer = await post(item);
  const told = await answer?.json().catch(() => null);
  if (!answer || NO_ANSWER.includes(answer.status)) {
    showError(item.form, told?.error ?? document.body.dataset.wordFailed);
    item.unanswered = true;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    return false;
  }
  if (item.unanswered) { item.unanswered = false; if (!held) showError(item.form, ""); }
  if (answer.status === 401 || (told?.code === "form_expired" && !item.renewed)) {
    item.renewed = told?.code === "form_expired";
    signedOut = true;
    document.dispatchEvent(new CustomEvent("signed-out"));
    return false;
  }
  if (!answer.ok || !told) refuse(item, told);
  else if (told.url) lead(item, told.url);
  else store(item, told);
  return true;
}

function store(item, told) {
  const undo = () => enqueue({ form: item.form, box: item.box, url: told.undo_url, undone: told.text });
  show(item, told.undo_url ? "stored" : "removed", told.text, ...(told.undo_url ? [button(document.body.dataset.wordUndo, undo)] : []));
  if (told.undo_url) lit.set(String(told.table), Date.now() + LIT_MS);
  light();
  setTimeout(light, LIT_MS + 50);
  if (document.activeElement === document.body) item.form.elements.line.focus();
}

/** A table with a page of its own: go there, or offer it if other lines are not sent yet. */
function lead(item, url) {
  leaving = queue.length === 1 && !item.form.elements.line.value;
  if (leaving) location.assign(url);
  else show(item, "refused", `${item.line} · ${item.error}`, button(item.label, () => location.assign(url)));
}

function refuse(item, told) {
  item.error = told?.error ?? document.body.dataset.wordFailed;
  item.override = told?.override;
  item.label = told?.override_label;
  item.enterAnswers = told?.enter_answers === true;
  const words = item.form.dataset;
  const buttons = [button(words.wordRemove, () => drop(item))];
  if (item.line !== undefined) {
    refused.push(item);
    buttons.unshift(button(words.wordEdit, () => hold(item)));
    if (item.label) buttons.unshift(button(item.label, () => again(item)));
  }
  show(item, "refused", [item.line ?? item.undone, item.error].join(" · "), ...buttons);
}

/** Send a refused line as it is, although the server asked about it. */
function again(item) {
  forget(item);
  enqueue({ ...item, overrides: [...item.overrides, item.override] });
}

function forget(item) {
  const at = refused.indexOf(item);
  if (at >= 0) refused.splice(at, 1);
  if (held === item) held = null;
  item.box.hidden = false;
}

function drop(item) {
  forget(item);
  item.box.remove();
  item.form.elements.line.focus();
}

/** Put a refused line back into the field, selected, with what is wrong. */
function hold(item) {
  release();
  held = item;
  item.offered = true;
  item.box.hidden = true;
  const field = item.form.elements.line;
  field.value = item.line;
  showError(item.form, item.error, item.override, item.label, item.enterAnswers);
  field.focus();
  field.select();
  preview(item.form);
}

/** The line in the field is another one now: show the refused one in the list again. */
function release() {
  if (!held) return;
  held.box.hidden = false;
  held = null;
}

function comeBack(form) {
  const focus = document.activeElement;
  const free = !form.elements.line.value && (focus === document.body || form.contains(focus));
  const item = refused.find((one) => one.form === form && !one.offered);
  if (item && free && !queue.length) hold(item);
}

function take(form, submitter) {
  const field = form.elements.line;
  const line = field.value.trim();
  if (!line) { showError(form, form.dataset.wordEmpty); return; }
  const isHeld = held?.line === line;
  const overrides = isHeld ? [...held.overrides] : [];
  if (submitter?.name === "override") overrides.push(submitter.value);
  else if (isHeld && held.enterAnswers) overrides.push(held.override);  // the question was read: the same line is the answer
  for (const old of [...refused]) if (old === held || tableOf(old.line) === tableOf(line)) { forget(old); old.box.remove(); }
  field.value = "";
  showError(form, "");
  preview(form);
  field.focus();
  enqueue({ form, line, overrides, round: roundShown(form), url: form.action, box: listed(form) });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-result-entry]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const undo = event.submitter?.hasAttribute("formaction");
  if (!undo) { take(form, event.submitter); return; }
  const box = event.submitter.closest("li") ?? listed(form);
  enqueue({ form, box, url: event.submitter.formAction, undone: box.textContent.trim() });
}, true);

document.addEventListener("beforeinput", (event) => {
  const field = event.target;
  if (!held || field !== held.form.elements.line || event.inputType === "insertLineBreak") return;  // Enter
  if (field.selectionStart === 0 && field.selectionEnd === field.value.length) release();
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-result-entry]");
  if (!form) return;
  if (!form.elements.line.value) release();
  showError(form, "");
  preview(form);
});

document.addEventListener("signed-in", () => {
  signedOut = false;
  if (queue.length) work();
});

window.addEventListener("beforeunload", (event) => { if (queue.length && !leaving) event.preventDefault(); });
document.addEventListener("part:loaded", light);

/** Lines that were sent before this module was ready (first-keys.js), the oldest last in the list. */
function takeEarly(form) {
  form.dataset.ready = "";
  for (const box of [...form.querySelectorAll("[data-early]")].reverse()) {
    const { line, round, override } = JSON.parse(box.dataset.early);
    delete box.dataset.early;
    enqueue({ form, line, overrides: override ? [override] : [], round, url: form.action, box });
  }
  preview(form);
}

document.querySelectorAll("[data-result-entry]").forEach(takeEarly);
