// What the modules of the judges' queue share: the panel [data-sync] with its words, and small things of the page.

const MOST_S = 7 * 24 * 3600;

export const panel = document.querySelector("[data-sync]");
export const words = panel?.dataset ?? {};

export const say = (text, level = "info") => document.dispatchEvent(new CustomEvent("message", { detail: { text, level } }));
export const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
export const mine = (entry) => entry.user === words.user;
export const secondsSince = (at) => Math.min(Math.max(Math.round((Date.now() - at) / 1000), 0), MOST_S);
export const clockTime = (at) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

/** Leave a word for the next page of this tab. */
export const leave = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* a private window */ } };

/** Take what the page before left. */
export function take(key) {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch { return null; }
}
