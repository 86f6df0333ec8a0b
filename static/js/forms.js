// Forms are sent once, and their content is not lost. A second submit while the first is in progress is ignored (the
// server refuses duplicates too; this avoids the message). <form data-keep="name"> keeps a draft for this tab until the
// server has accepted it, so that it is restored after a reload. Passwords and files are not kept.
//
// What was typed into a form before the sign-in was lost comes back: the page that asks for the sign-in (data-interrupts)
// keeps the form that was sent, and the page of the form fills it in again.
//
// A form is not sent while the connection is known to be lost. If no answer came to one that was sent, the page that the
// person comes back to says that it may have been stored.

const KEPT = "input:not([type=password], [type=file], [type=hidden], [type=submit], [type=radio], [type=checkbox]), textarea";
const draftKey = (form) => `draft:${location.pathname}:${form.dataset.keep}`;

/** element.matches, also of a form with a field of that name. */
const fits = (form, selector) => Element.prototype.matches.call(form, selector);
const say = (text) => document.dispatchEvent(new CustomEvent("message", { detail: { text, level: "error" } }));

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method === "dialog" || fits(form, "[hx-post], [hx-get]")) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  if (form.method === "post" && document.documentElement.dataset.connection === "lost") {
    event.preventDefault();
    sendIfConnected(form, event.submitter);
    return;
  }
  form.dataset.sent = "1";
  noteSent(form);
  noteTyped(form);
  event.submitter?.setAttribute("aria-busy", "true");
  if (form.dataset.keep) sessionStorage.setItem(`${draftKey(form)}:sent`, "1");
});

/** The stream may be closed while the server answers again, so ask the server before the form is sent. */
async function sendIfConnected(form, submitter) {
  const address = document.querySelector("meta[name=time-source]")?.content ?? location.href;
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer) { say(document.body.dataset.wordUnsent); return; }
  document.documentElement.dataset.connection = "on";
  form.requestSubmit(submitter);
}

/** Note the form until a page answers it (messages.js). A file for saving is no page, so those forms are left out. */
function noteSent(form) {
  if (form.method !== "post" || fits(form, "[data-download]")) return;
  try {
    sessionStorage.setItem("unanswered", location.pathname);
  } catch { /* no storage in this window */ }
}

const TYPED = "typed-form";
const TYPED_MS = 30 * 60_000;
const UNTYPED = ["password", "file", "hidden", "submit", "button", "reset"];
const typedFields = (form) => [...form.elements].filter((field) => field.name && !UNTYPED.includes(field.type));
const pageOf = () => location.pathname + location.search;
/** What tells a form from the others of its page: where it is sent to, and its fields. */
const signOf = (form) => [form.getAttribute("action"), ...typedFields(form).map((field) => field.name)].join(" ");

function noteTyped(form) {
  if (form.method !== "post" || fits(form, "[data-download], [data-interrupts]")) return;
  const fields = typedFields(form).map((field) => [field.name, field.type, field.value, field.checked]);
  const typed = { page: pageOf(), form: signOf(form), fields, at: Date.now() };
  try { sessionStorage.setItem(TYPED, JSON.stringify(typed)); } catch { /* full or private: nothing kept */ }
}

/** Fill in the form whose answer was the sign-in page; forget it if it was answered by any other page. */
function fillIn() {
  const typed = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
  if (!typed) return;
  typed.interrupted ||= Boolean(document.querySelector("[data-interrupts]"));
  const form = [...document.forms].find((one) => signOf(one) === typed.form);
  if (typed.interrupted && Date.now() - typed.at < TYPED_MS && !(form && typed.page === pageOf())) {
    sessionStorage.setItem(TYPED, JSON.stringify(typed));
    return;
  }
  sessionStorage.removeItem(TYPED);
  if (!typed.interrupted || !form) return;
  for (const [name, type, value, checked] of typed.fields) {
    const field = typedFields(form).find((one) => one.name === name && (!["radio", "checkbox"].includes(type) || one.value === value));
    if (!field) continue;
    if (["radio", "checkbox"].includes(type)) field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.dispatchEvent(new CustomEvent("message", { detail: { text: document.body.dataset.wordFilled, level: "warning" } }));
}

// After going back, or when the response was a file, the form can be sent again.
function release() {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[aria-busy=true]")) button.removeAttribute("aria-busy");
}
window.addEventListener("pageshow", release);
document.addEventListener("visibilitychange", () => { if (!document.hidden) release(); });
document.addEventListener("submit", (event) => {
  if (fits(event.target, "[data-download]")) setTimeout(release, 2_000);
});

function keep(form) {
  const draft = {};
  for (const field of form.querySelectorAll(KEPT)) {
    if (field.name && field.value !== field.defaultValue) draft[field.name] = field.value;
  }
  try { sessionStorage.setItem(draftKey(form), JSON.stringify(draft)); } catch { /* full or private: nothing kept */ }
}

// After going back, what was sent may not have been stored: the draft is still needed.
const cameBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

function restore(form) {
  const key = draftKey(form);
  const sent = sessionStorage.getItem(`${key}:sent`);
  const draft = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  sessionStorage.removeItem(`${key}:sent`);
  if ((sent && !cameBack) || form.querySelector("[aria-invalid=true]")) { sessionStorage.removeItem(key); return; }
  for (const field of form.querySelectorAll(KEPT)) {
    if (field.name in draft && field.value === field.defaultValue) field.value = draft[field.name];
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-keep]");
  if (form) keep(form);
});
for (const form of document.querySelectorAll("form[data-keep]")) {
  try { restore(form); } catch { /* no storage in this window */ }
}
try { fillIn(); } catch { /* no storage in this window */ }
