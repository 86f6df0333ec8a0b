// Signing out takes the judges' pages off the device (judging/offline). What was logged and not sent yet stays: it is sent
// when the same person signs in again, and [data-sign-out-asks] says so before. Without an answer from the server nobody
// is signed out, and the pages stay.

import { all } from "../judging/outbox.js";

const LEAVE_MS = 2_000;
const ANSWER_MS = 10_000;
const dialog = document.querySelector("[data-sign-out-asks]");
let asked = null;  // the form that the dialog is about

function leave(worker) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ leave: true }, [port2]);
  return new Promise((resolve) => { port1.onmessage = resolve; setTimeout(resolve, LEAVE_MS); });
}

async function forgetPages() {
  const known = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(known.map((one) => one.active && leave(one.active)));
  for (const name of await caches.keys()) if (name.startsWith("judge ")) await caches.delete(name);
  for (const one of known) await one.unregister();
}

async function goOut(form) {
  if ("caches" in window) await forgetPages().catch(() => {});
  HTMLFormElement.prototype.submit.call(form);
}

/** How many entries of the person wait on this device, in a sentence; "" for none. */
async function waits({ user, wordOne, wordMany }) {
  const count = (await all().catch(() => [])).filter((entry) => entry.user === user).length;
  if (!count) return "";
  const isOne = new Intl.PluralRules(document.documentElement.lang).select(count) === "one";
  return (isOne ? wordOne : wordMany).replace("{n}", count);
}

async function answers() {
  const address = document.querySelector("meta[name=time-source]")?.content ?? location.href;
  const signal = AbortSignal.timeout(ANSWER_MS);
  return Boolean(await fetch(address, { method: "HEAD", cache: "no-store", signal }).catch(() => null));
}

async function signOut(form) {
  const waiting = await waits(form.dataset);
  if (!(await answers())) {
    const text = [form.dataset.wordOffline, waiting].filter(Boolean).join(" ");
    document.dispatchEvent(new CustomEvent("message", { detail: { text, level: "error" } }));
  } else if (waiting && dialog) {
    dialog.querySelector("[data-sign-out-waits]").textContent = waiting;
    asked = form;
    dialog.showModal();
  } else await goOut(form);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.getAttribute("action")?.endsWith("/logout/")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  signOut(form);
}, true);

dialog?.querySelector("[data-sign-out-now]").addEventListener("click", () => { dialog.close(); goOut(asked); });
