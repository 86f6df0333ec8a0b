// Forms are sent once, and their content is not lost. A second submit while the first is in progress is ignored (the
// server refuses duplicates too; this avoids the message). <form data-keep="name"> keeps a draft for this tab until the
// server has accepted it, so that it is restored after a reload. Passwords and files are not kept.
//
// A form is not sent while the connection is known to be lost. If no answer came to one that was sent, the page that the
// person comes back to says that it may have been stored.

const KEPT = "input:not([type=password], [type=file], [type=hidden], [type=submit], [type=radio], [type=checkbox]), textarea";
const draftKey = (form) => `draft:${location.pathname}:${form.dataset.keep}`;

const say = (text) => document.dispatchEvent(new CustomEvent("message", { detail: { text, level: "error" } }));

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method === "dialog" || form.matches("[hx-post], [hx-get]")) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  if (form.method === "post" && document.documentElement.dataset.connection === "lost") {
    event.preventDefault();
    sendIfConnected(form, event.submitter);
    return;
  }
  form.dataset.sent = "1";
  noteSent(form);
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
  if (form.method !== "post" || form.matches("[data-download]")) return;
  try {
    sessionStorage.setItem("unanswered", location.pathname);
  } catch { /* no storage in this window */ }
}

// After going back, or when the response was a file, the form can be sent again.
function release() {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[aria-busy=true]")) button.removeAttribute("aria-busy");
}
window.addEventListener("pageshow", release);
document.addEventListener("visibilitychange", () => { if (!document.hidden) release(); });
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-download]")) setTimeout(release, 2_000);
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
