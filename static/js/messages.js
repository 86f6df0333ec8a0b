// Messages during work. Any script, or a server's HX-Trigger header, sends an event "message" with
// detail {text, level: "success" | "info" | "warning" | "error", undo: address or ""}. Errors and messages that can be
// undone stay until closed or for ten seconds after they were last touched; the rest for six.

const region = document.getElementById("toasts");
const words = document.body.dataset;
const SHORT_MS = 6_000;
const UNDO_MS = 10_000;

function button(label, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button button--small";
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
}

function csrfToken() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

async function undo(address, box) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "X-CSRFToken": csrfToken(), Accept: "application/json" },
  }).catch(() => null);
  box.remove();
  const told = await answer?.json().catch(() => null);
  if (answer?.status === 401) document.dispatchEvent(new CustomEvent("signed-out"));
  if (!answer?.ok) show({ text: told?.error ?? words.wordFailed, level: "error" });
  else if (told?.text) show({ text: told.text, level: "info" });
  document.dispatchEvent(new CustomEvent("live:look"));
}

function leaveLater(box, milliseconds) {
  let timer = setTimeout(() => box.remove(), milliseconds);
  const hold = () => clearTimeout(timer);
  const release = () => { clearTimeout(timer); timer = setTimeout(() => box.remove(), milliseconds); };
  box.addEventListener("pointerenter", hold);
  box.addEventListener("focusin", hold);
  box.addEventListener("pointerleave", release);
  box.addEventListener("focusout", release);
}

function show({ text, level = "info", undo: address = "" }) {
  if (!text || !region) return;
  const box = document.createElement("div");
  box.className = `message message--${level}`;
  const line = document.createElement("p");
  line.className = "message-text";
  line.textContent = text;
  box.append(line);
  if (address) box.append(button(words.wordUndo, () => undo(address, box)));
  if (level === "error") {
    box.setAttribute("role", "alert");
    box.append(button(words.wordClose, () => box.remove()));
  } else {
    leaveLater(box, address ? UNDO_MS : SHORT_MS);
  }
  region.append(box);
}

document.addEventListener("message", (event) => show(event.detail ?? {}));
document.addEventListener("htmx:sendError", () => show({ text: words.wordFailed, level: "error" }));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) show({ text: told(event.detail.xhr) ?? words.wordFailed, level: "error" });
});

/** The sentence of the server, if the answer is its own and not one of a proxy. */
function told(xhr) {
  try { return JSON.parse(xhr.responseText).error; } catch { return null; }
}

// A form that was sent (forms.js notes its page) is answered by the next page that loads. Whoever goes back to the form
// before that has seen the browser's own page of failure.
window.addEventListener("pageshow", (event) => {
  const returned = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  try {
    const page = sessionStorage.getItem("unanswered");
    sessionStorage.removeItem("unanswered");
    if (returned && page === location.pathname) show({ text: words.wordUnanswered, level: "error" });
  } catch { /* no storage in this window */ }
});
