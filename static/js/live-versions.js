// Versions as parts and the stream name them: {"pairings": 8, "table 12": 3}.

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const FIRST_MS = 8_000;  // until a new stream speaks; doubled with each one that does not
const BEATS_MISSED = 2.25;

export const split = (names) => (names ? names.split(",").map((name) => name.trim()) : []);

/** The versions by name, of names and versions with commas; a single version is that of all names. */
export function pairs(names, versions) {
  const list = (versions ?? "").split(",");
  return Object.fromEntries(split(names).map((name, n) => [name, list[n] ?? list[0]]));
}

/** Of the versions that came, those of these names that are not known. */
export function changed(names, known, versions) {
  const found = names.filter((name) => name in versions && String(versions[name]) !== String(known[name]));
  return Object.fromEntries(found.map((name) => [name, versions[name]]));
}

/** Whether a part that shows these versions need not be fetched for those that it waits for. */
export const covers = (versions, awaited) => Object.keys(awaited ?? {}).every((name) => name in versions);

/** Whether what changed concerns every phone of the hall, and not one table. */
export const isForAll = (versions) => Object.keys(versions).some((name) => !name.startsWith("table "));

/** Milliseconds until the stream is built again after so many tries, varied by ``chance`` so that phones do not all ask at once. */
export const retryAfter = (tries, chance) => RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] * (0.75 + chance / 2);

/** How long a stream may be silent: one that spoke a little over two beats, a new one longer with each mute one before it. */
export const patience = ({ spoke, beatMs, mute }) => (spoke ? beatMs * BEATS_MISSED : FIRST_MS * 2 ** Math.min(mute, 3));
