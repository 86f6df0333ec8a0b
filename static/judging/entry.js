// An entry of the queue, made of a form: which forms are entries, what one is called, and where its page goes on.

import { makeId } from "./outbox.js";
import { timeNow } from "./device-clock.js";
import { words } from "./sync.js";

const BUTTONS = /\/judge\/(?:table\/\d+\/do\/[a-z-]+|calls\/[0-9a-f-]{36}\/[a-z]+)\/$/;

export function addressOf(form, submitter) {
  const url = new URL(submitter?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  return url.pathname + url.search;
}

export function isEntry(form, submitter) {
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

export function entryOf(form, submitter) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  const id = form.querySelector("[name=record]")?.value || makeId();
  const number = Number(form.querySelector("[name=device_number]")?.value) || 0;
  return {
    id, number, numbered: !form.hasAttribute("data-queued"), group: form.dataset.queued || undefined, kind: "form", event: words.event, user: words.user, url: addressOf(form, submitter),
    fields, label: labelOf(submitter), at: Date.now(), time: timeNow(),
  };
}

/** A form that is shown again must not log the same record: from a copy of the page, or after it was kept. */
export function renew(root) {
  for (const field of root.querySelectorAll("input[name=record], input[name=step]")) field.value = makeId();
  for (const field of root.querySelectorAll("input[name=device_number], input[name=waited]")) field.value = "";
}

export function set(form, name, value) {
  let field = form.querySelector(`input[type=hidden][name="${name}"]`);
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name });
    form.append(field);
  }
  field.value = value;
}

export function nextPage(url, kept) {
  const [path] = url.split("?");
  if (kept && /\/rule\/[^/]+\/$/.test(path)) return `${path}?then=`;
  return /^.*\/judge\/(?:table\/\d+\/|calls\/)/.exec(path)?.[0] ?? path;
}
