// What this device has logged and the server has not confirmed, kept in IndexedDB. An entry is
//
//   {id, order, event, number, device, user, url, fields: [[name, value], …], label, at, group, kind: "form" | "tap", refused}
//
// and of a tap that got no answer ``tried``, of one that takes such a tap back ``undoes``, the id of that.
// A full device refuses to keep one: then ``keep`` rejects. The id is made here and is the idempotency key; the number counts the device's records of one event
// (``numbered``) under the device's name, so that a gap shows. Entries are sent by order. ``group`` ties taps of one record together, and the form that begins it:
// a refused one holds up those after it.
//
// A lease tells which tab sends, because navigator.locks needs a secure context. Where the browser keeps nothing (some
// private windows) the entries live as long as the page.

const NAME = "judge-outbox";
const LEASE_MS = 20_000;
const TAB = "judge-tab";
const tab = takeTab() ?? makeId();
let opening = null;

/** The page before this one in the same tab is gone, and what it was sending with it: its lease is this page's. */
function takeTab() {
  try {
    const left = sessionStorage.getItem(TAB);
    sessionStorage.removeItem(TAB);
    return left;
  } catch { return null; }
}

window.addEventListener("pagehide", () => {
  try { sessionStorage.setItem(TAB, tab); } catch { /* a private window */ }
});

/** An id for a record; crypto.randomUUID needs https. */
export function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function open() {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("entries", { keyPath: "id" });
      asked.result.createObjectStore("notes");
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return opening;
}

/** A store of a window that keeps nothing; its answers are there at once. */
class Shelf {
  #rows = new Map();
  get(key) { return { now: this.#rows.get(key) }; }
  getAll() { return { now: [...this.#rows.values()] }; }
  getAllKeys() { return { now: [...this.#rows.keys()] }; }
  put(row, key = row.id) { this.#rows.set(key, row); return { now: key }; }
  delete(key) { return { now: this.#rows.delete(key) }; }
}

const shelves = [new Shelf(), new Shelf()];

const answer = (asked) => ("now" in asked ? asked.now : new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
}));

/** Run ``work(entries, notes)`` in one transaction and return its value once everything is on the disk. */
async function inOne(mode, work) {
  const database = await open().catch(() => null);
  if (!database) return work(...shelves);
  const act = database.transaction(["entries", "notes"], mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    act.oncomplete = resolve;
    act.onabort = () => reject(act.error);
  });
  const [value] = await Promise.all([work(act.objectStore("entries"), act.objectStore("notes")), done]);
  return value;
}

async function next(notes, key) {
  const number = ((await answer(notes.get(key))) ?? 0) + 1;
  notes.put(number, key);
  return number;
}

async function nameIn(notes) {
  const known = await answer(notes.get("device"));
  if (known) return known;
  const name = makeId().replaceAll("-", "").slice(0, 24);
  notes.put(name, "device");
  return name;
}

/** The device's name, the same as long as its numbers go on. */
export const deviceName = () => inOne("readwrite", (_entries, notes) => nameIn(notes));

async function numbered(entry, notes) {
  return { ...entry, number: await next(notes, `number ${entry.event}`), device: await nameIn(notes) };
}

/** A copy of this device counts under the same name: take a new one, and number again what was not sent. */
export function takeNewName() {
  return inOne("readwrite", async (entries, notes) => {
    notes.delete("device");
    for (const key of await answer(notes.getAllKeys())) if (String(key).startsWith("number ")) notes.delete(key);
    const kept = (await answer(entries.getAll())).filter((entry) => entry.number);
    for (const entry of kept.sort((one, other) => one.order - other.order)) entries.put(await numbered(entry, notes));
  });
}

/** Keep a new entry, or a corrected one under its id. ``number`` and ``order`` are given to one that has none. */
export function keep(entry) {
  return inOne("readwrite", async (entries, notes) => {
    const before = await answer(entries.get(entry.id));
    let kept = { ...entry, refused: "", order: before?.order ?? await next(notes, "order") };
    if (before?.number) kept = { ...kept, number: before.number, device: before.device };
    else if (kept.number) kept.device = await nameIn(notes);
    else if (kept.kind === "form" && kept.numbered) kept = await numbered(kept, notes);
    entries.put(kept);
    return kept;
  });
}

export async function all() {
  const found = await inOne("readonly", (entries) => answer(entries.getAll()));
  return found.sort((one, other) => one.order - other.order);
}

export function change(id, values) {
  return inOne("readwrite", async (entries) => {
    const entry = await answer(entries.get(id));
    if (entry) entries.put({ ...entry, ...values });
  });
}

export const has = async (id) => Boolean(await inOne("readonly", (entries) => answer(entries.get(id))));
export const remove = (id) => inOne("readwrite", (entries) => answer(entries.delete(id)));
export const note = (key, value) => inOne("readwrite", (_entries, notes) => answer(notes.put(value, key)));
export const noted = (key) => inOne("readonly", (_entries, notes) => answer(notes.get(key)));

/** Whether this tab may send now; asked again before each entry. */
export function lease() {
  return inOne("readwrite", async (_entries, notes) => {
    const held = await answer(notes.get("lease"));
    const now = Date.now();
    if (held && held.tab !== tab && held.until > now && held.until <= now + LEASE_MS) return false;
    notes.put({ tab, until: now + LEASE_MS }, "lease");
    return true;
  });
}

export const release = () => inOne("readwrite", async (_entries, notes) => {
  const held = await answer(notes.get("lease"));
  if (held?.tab === tab) notes.delete("lease");
});
