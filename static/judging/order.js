// In which order kept entries are sent, and which belong together.

/** Of a record's entries those that were not taken back, without the undoing itself. */
export function standing(entries) {
  const undone = new Set(entries.map((entry) => entry.undoes));
  return entries.filter((entry) => !entry.undoes && !undone.has(entry.id));
}

/** The entry to send next: a refused one holds up those of its record, unless this device takes the record over. */
export function nextOf(entries, isMine) {
  const held = new Set();
  for (const entry of entries) {
    if (entry.refused && entry.group) held.add(entry.group);
    const isHeld = held.has(entry.group) && !entry.url.endsWith("/take-over/");
    if (isMine(entry) && !entry.refused && !isHeld) return entry;
  }
  return null;
}

/** The taps of an entry's record from this one on: they were tapped on a board that has gone another way. */
export const tapsFrom = (entries, first) =>
  entries.filter((entry) => entry.kind === "tap" && entry.group === first.group && entry.order >= first.order);

/** Whether other taps of its record wait behind this one: then the board is drawn after those. */
export const isFollowed = (entries, { group, order }) =>
  entries.some((entry) => entry.kind === "tap" && entry.group === group && entry.order > order);
