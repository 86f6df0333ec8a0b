// What the server's answer to an entry means: it is stored, refused with a reason, or nothing can be sent now.

const SERVER_FAILS = 3;

/** What is known of earlier answers: how often the server failed at an entry, and for which a new form token was asked. */
export const memory = () => ({ failures: new Map(), asked: new Set() });

/**
 * Read an answer with its text. Returns null where it says nothing about the entry, {stop} if nothing can be sent now,
 * else {stored} or {refused}. ``words`` are the sentences for answers without one; ``signedOut`` is called where the
 * server no longer knows who asks.
 */
export function readAnswer(entry, answer, text, { words, known, reasonIn, signedOut }) {
  if (answer.status === 500) {
    known.failures.set(entry.id, (known.failures.get(entry.id) ?? 0) + 1);
    return known.failures.get(entry.id) < SERVER_FAILS ? null : { refused: words.wordFailed };
  }
  if (answer.status > 500) return null;
  if (answer.status === 429) return { stop: true };
  if (answer.status === 403 && isFactorNeeded(answer, text)) return { stop: true, factor: true };
  if (answer.status === 401 || (answer.status === 403 && !known.asked.has(entry.id))) {
    if (answer.status === 403) known.asked.add(entry.id);
    signedOut();
    return { stop: true };
  }
  if (answer.status === 403) return { refused: words.wordForbidden };
  if (answer.status === 404) return { refused: words.wordGone };
  if (isJson(answer)) return readJson(JSON.parse(text));
  if (entry.kind === "tap" && answer.status === 200) return { stored: true, html: text };
  return { refused: reasonIn(text) || words.wordFailed, html: text };
}

const isJson = (answer) => answer.headers.get("Content-Type")?.includes("json");

/** The event's club requires a second factor of the judge: the entry waits until there is one. */
const isFactorNeeded = (answer, text) => isJson(answer) && JSON.parse(text).code === "second_factor_needed";

function readJson(told) {
  if (told.code === "other_user") return { stop: true };
  return told.error ? { refused: told.error } : { stored: true, ...told };
}

/** Why a page says that it did not store its form: the doubts it asks about, or the errors it names; "" if it does not. */
export function reasonIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const read = (where) => [...page.querySelectorAll(where)].map((line) => line.textContent.replace(/\s+/g, " ").trim());
  for (const where of ["[data-doubts] p", "[data-error-summary] li", "[role=alert] .message-text", ".message--error"]) {
    const found = read(where).filter(Boolean);
    if (found.length) return found.join(" ");
  }
  return "";
}
