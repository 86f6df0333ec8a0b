// Quick entry of results: "12 2-1" ⏎ saves table 12; the field is cleared and keeps the focus.
//
// The form posts as any form does (line, override, csrf token); with JavaScript it asks for JSON:
//   200 {"table": 12, "text": "Table 12: Ada 2–1 Bo", "undo_url": "/…", "missing": 13}
//   200 {"url": "/…"}: this table has a page of its own, which already contains what was typed
//   4xx {"error": "There is no table 99.", "override_label": "Store 2–1 all the same"}   (the field keeps its text)
// The preview comes from the server too, because only the server can read a line: data-preview answers ?line=… with HTML.

const PAUSE_MS = 120;
const LIT_MS = 4_000;
let lit = null;

let asked = 0;
let waiting = 0;

function preview(form) {
  const output = form.querySelector(".result-preview");
  const line = form.elements.line.value.trim();
  const own = (asked += 1);
  clearTimeout(waiting);
  if (!line || !form.dataset.preview) { output.replaceChildren(); return; }
  waiting = setTimeout(async () => {
    const answer = await fetch(`${form.dataset.preview}?${new URLSearchParams({ line })}`).catch(() => null);
    const html = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
    if (own === asked) output.innerHTML = html;
  }, PAUSE_MS);
}

function showError(form, text, overrideLabel) {
  const box = form.querySelector("#result-error");
  const field = form.elements.line;
  box.querySelector("[data-result-error]").textContent = text;
  box.hidden = !text;
  field.setAttribute("aria-invalid", String(Boolean(text)));
  const override = box.querySelector("[data-result-override]");
  override.hidden = !overrideLabel;
  override.textContent = overrideLabel ?? "";
}

function light() {
  for (const row of document.querySelectorAll("[data-table].lit")) row.classList.remove("lit");
  if (!lit || Date.now() > lit.until) return;
  for (const row of document.querySelectorAll(`[data-table="${CSS.escape(lit.table)}"]`)) row.classList.add("lit");
}

function showStored(form, told) {
  const last = form.querySelector("[data-result-last]");
  const text = document.createElement("span");
  text.textContent = told.text;
  last.replaceChildren(text);
  if (told.undo_url) {
    const undo = document.createElement("button");
    undo.type = "submit";
    undo.className = "button button--small";
    undo.formAction = told.undo_url;
    undo.textContent = document.body.dataset.wordUndo;
    last.append(undo);
  }
  lit = { table: String(told.table), until: Date.now() + LIT_MS };
  light();
  setTimeout(light, LIT_MS + 50);
}

async function send(form, submitter) {
  const undoing = submitter?.hasAttribute("formaction");
  const data = new FormData(form);
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const typed = form.elements.line.value;
  const answer = await fetch(undoing ? submitter.formAction : form.action, {
    method: "POST", body: new URLSearchParams(data), headers: { Accept: "application/json" },
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  form.elements.line.focus();
  if (!answer?.ok || !told) {
    showError(form, told?.error ?? document.body.dataset.wordFailed, told?.override_label);
    return;
  }
  showError(form, "");
  if (told.url) { location.assign(told.url); return; }
  if (form.elements.line.value === typed && !undoing) { form.elements.line.value = ""; preview(form); }
  showStored(form, told);
  document.dispatchEvent(new CustomEvent("live:look"));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-result-entry]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (form.dataset.sending) return;
  if (!form.elements.line.value.trim() && !event.submitter?.hasAttribute("formaction")) {
    showError(form, form.dataset.wordEmpty);
    return;
  }
  form.dataset.sending = "1";
  send(form, event.submitter).finally(() => delete form.dataset.sending);
}, true);

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-result-entry]");
  if (!form) return;
  showError(form, "");
  preview(form);
});

document.addEventListener("part:loaded", light);
document.querySelectorAll("[data-result-entry]").forEach(preview);
