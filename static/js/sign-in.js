// Signing in without leaving the page. A script whose request was answered with 401, or with an expired form, sends
// the event "signed-out"; if the person is still signed in (in another tab), the forms get their new token at once,
// else the sign-in is shown over the page, without taking the focus from what is being typed. Then "signed-in" is sent.
//
// The sign-in page answers scripts with JSON: GET {"signed_in": true, "csrf": "…"}; POST the same, or
// 4xx {"error": "…"}, {"url": "/…"} for a person who has to choose a password first, or {"code": "/…"}: a second factor
// is asked for, whose code is sent to that address. Who has only a passkey there enters a recovery code.

const panel = document.querySelector("[data-sign-in]");
const form = panel?.querySelector("form");
const codeField = panel?.querySelector("[data-sign-in-code]");
let asking = false;

async function ask(options = {}, address = form.action) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store", ...options }).catch(() => null);
  const locked = answer?.status === 429 || answer?.status === 403;
  return (await answer?.json().catch(() => null)) ?? { error: locked ? panel.dataset.wordLocked : document.body.dataset.wordUnsent };
}

function setToken(token) {
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
}

function settle(told) {
  setToken(told.csrf);
  panel.hidden = true;
  form.elements.password.value = "";
  askForCode("");
  document.dispatchEvent(new CustomEvent("signed-in"));
}

/** Ask for the code of a second factor, which goes to the address; an empty one asks for the password. */
function askForCode(address) {
  codeField.dataset.address = address;
  codeField.hidden = !address;
  form.elements.code.required = Boolean(address);
  form.elements.code.value = "";
  for (const name of ["username", "password"]) form.elements[name].closest(".field").hidden = Boolean(address);
  if (address) form.elements.code.focus();
}

document.addEventListener("signed-out", async () => {
  if (!panel || !panel.hidden || asking) return;
  asking = true;
  const told = await ask();
  asking = false;
  if (told.signed_in) { settle(told); return; }
  if (told.csrf) setToken(told.csrf);
  document.getElementById("toasts").append(panel);
  panel.hidden = false;
});

panel?.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  const told = await ask({ method: "POST", body: new URLSearchParams(new FormData(form)) }, codeField.dataset.address || form.action);
  if (told.csrf) setToken(told.csrf);
  const error = panel.querySelector("[data-sign-in-error]");
  error.textContent = told.error ?? "";
  error.hidden = !error.textContent;
  if (told.url === new URL(form.action).pathname) askForCode("");  // the code came too late
  else if (told.url) location.assign(told.url);
  else if (told.code) askForCode(told.code);
  else if (told.signed_in) settle(told);
  else form.elements[codeField.dataset.address ? "code" : "password"].select();
});

panel?.querySelector("[data-sign-in-later]").addEventListener("click", () => { panel.hidden = true; });

document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 401) document.dispatchEvent(new CustomEvent("signed-out"));
});
