// Passkeys. [data-passkey] is a form that signs in with one: its address gives what the browser needs, as JSON, and is
// sent what the browser made of it. [data-passkey-new] makes one, and is then sent as any form. [data-passkey-only] is
// shown where the browser has passkeys for this address, [data-passkey-none] where it has none.
//
//   GET {"options": {"publicKey": …}}; POST {"url": "/…"}, or 4xx {"error": "…"}

const JSON_ONLY = { Accept: "application/json" };
/** A passkey belongs to a name, never to a number, and browsers make one only where nobody can listen. */
const works = window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const withBytes = (known) => known?.map((one) => ({ ...one, id: toBytes(one.id) }));

async function options(form) {
  const answer = await fetch(form.action, { headers: JSON_ONLY, cache: "no-store" }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (!answer || found?.error) show(form, found?.error ?? document.body.dataset.wordUnsent);
  else if (found?.url) location.assign(found.url);
  else if (!found) location.reload();  // the page asks for the password again
  return found?.options?.publicKey ?? null;
}

/** What a browser made, as the server reads it. */
function written({ id, rawId, type, response, ...rest }, made) {
  const values = Object.fromEntries(made.filter((name) => response[name]).map((name) => [name, toText(response[name])]));
  return JSON.stringify({ id, rawId: toText(rawId), type, response: values, ...rest });
}

async function used(form) {
  const asked = await options(form);
  if (!asked) return null;
  const publicKey = { ...asked, challenge: toBytes(asked.challenge), allowCredentials: withBytes(asked.allowCredentials) };
  const { id, rawId, type, response } = await navigator.credentials.get({ publicKey });
  return written({ id, rawId, type, response, clientExtensionResults: {} }, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

async function fresh(form) {
  const asked = await options(form);
  if (!asked) return null;
  const publicKey = {
    ...asked,
    challenge: toBytes(asked.challenge),
    user: { ...asked.user, id: toBytes(asked.user.id) },
    excludeCredentials: withBytes(asked.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  const { id, rawId, type, response } = made;
  const clientExtensionResults = made.getClientExtensionResults();
  return written({ id, rawId, type, response, clientExtensionResults }, ["clientDataJSON", "attestationObject"]);
}

function show(form, text) {
  const line = form.querySelector("[data-passkey-error]");
  line.textContent = text;
  line.hidden = !text;
}

/** Ask the browser; someone who closes its window has changed their mind, which is no error. */
async function asked(form, how) {
  show(form, "");
  try {
    return await how(form);
  } catch (error) {
    if (error.name !== "NotAllowedError") show(form, error.message);
    return null;
  }
}

async function signIn(form) {
  const credential = await asked(form, used);
  if (!credential) return;
  const body = new URLSearchParams(new FormData(form));
  body.set("credential", credential);
  body.set("moves", "1");
  const answer = await fetch(form.action, { method: "POST", headers: JSON_ONLY, body }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (found?.url) location.assign(found.url);
  else show(form, found?.error ?? document.body.dataset.wordUnsent);
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.hidden = !works;
  form.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); signIn(form); });
}
for (const form of document.querySelectorAll("[data-passkey-new]")) {
  form.addEventListener("submit", async (event) => {
    if (form.elements.credential.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const credential = await asked(form, fresh);
    if (!credential) return;
    form.elements.credential.value = credential;
    form.requestSubmit();
  });
}
for (const part of document.querySelectorAll("[data-passkey-only]")) part.hidden = !works;
for (const part of document.querySelectorAll("[data-passkey-none]")) part.hidden = works;
