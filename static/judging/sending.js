// Sending an entry: its body, the request, and whether the server has been heard.

import { memory, readAnswer, reasonIn } from "./answer.js";
import { learnClock } from "./device-clock.js";
import { isFollowed } from "./order.js";
import * as outbox from "./outbox.js";
import { secondsSince, token, words } from "./sync.js";

const ANSWER_MS = 15_000;
const SLOWEST = 4;  // bytes in a millisecond: a photo on a slow network takes its time
const HOLD_MS = 10_000;  // until then, what is under way is still this tab's
const LATE_MS = 5_000;  // an entry that took longer to be sent was kept without a connection
const known = memory();

/**
 * Whether the server answered the last time, whether it wants a second factor first, and the name under which this device
 * counts its records.
 */
export const link = { heard: true, factor: false, device: "" };

export const connected = () => navigator.onLine && link.heard && document.documentElement.dataset.connection !== "lost";

async function bodyOf(entry, signal) {
  const body = new FormData();
  for (const [name, value] of entry.fields) body.set(name, value);
  body.set("csrfmiddlewaretoken", token());
  const waited = secondsSince(entry.at);
  if (entry.kind === "tap") {
    body.set("revision", entry.revision ?? await revisionOf(entry.group, signal));
    body.set("ago", waited);
    return body;
  }
  body.set("record", entry.id);
  const name = entry.device || link.device;  // one that was copied from another device keeps that one's name
  body.set("device", name);
  body.set("device_number", name && entry.number ? entry.number : "");
  body.set("device_time", entry.time);
  if (waited * 1000 > LATE_MS) body.set("waited", waited);
  return body;
}

async function revisionOf(group, signal) {
  const known = await outbox.noted(`revision ${group}`);
  if (known !== undefined) return known;
  const answer = await fetch(group, { headers: { "HX-Request": "true" }, credentials: "same-origin", signal });
  if (answer.status >= 500 || answer.status === 429) throw new Error("no revision now");
  return /data-revision="(\d+)"/.exec(await answer.text())?.[1] ?? 0;
}

/** Send an entry. Returns null without an answer, {stop} if nothing can be sent now, else {stored} or {refused}. */
export async function send(entry, now) {
  const headers = { "X-Entry": entry.id, "X-Entry-User": entry.user, "X-Entry-Mode": now ? "now" : "later" };
  if (entry.kind === "tap") {
    headers["HX-Request"] = "true";
    if (isFollowed(await outbox.all(), entry)) headers["X-Entry-Mode"] = "followed";
  } else if (!now) headers.Accept = "application/json";
  const bytes = entry.fields.reduce((sum, [, value]) => sum + (value.size ?? 0), 0);
  const signal = AbortSignal.timeout(ANSWER_MS + bytes / SLOWEST);
  const holding = setInterval(() => outbox.lease().catch(() => null), HOLD_MS);
  let answer;
  let text;
  try {
    const body = await bodyOf(entry, signal);
    answer = await fetch(entry.url, { method: "POST", body, headers, credentials: "same-origin", signal });
    text = await answer.text();
  } catch { link.heard = false; return null; } finally { clearInterval(holding); }
  // What the server answers to an entry names it; a hall's network that asks for a sign-in of its own answers as well.
  link.heard = answer.status < 500 && (!answer.ok || answer.headers.get("X-Entry") === entry.id);
  if (answer.ok && !link.heard) return null;
  learnClock(Date.parse(answer.headers.get("Date")) + 500);
  const isCopied = answer.headers.get("X-Entry-Number") === "taken";
  const signedOut = () => document.dispatchEvent(new CustomEvent("signed-out"));
  const told = readAnswer(entry, answer, text, { words, known, reasonIn, signedOut });
  link.factor = Boolean(told?.factor);
  return told && { ...told, isCopied };
}
