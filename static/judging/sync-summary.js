// The line of the queue's panel.

/** The state in a line: online or not, how many wait and since when, how many were refused, how old the page is. */
export function summary(entries, { isConnected, kept, words, minutes }) {
  const refused = entries.filter((entry) => entry.refused).length;
  const parts = [isConnected ? words.wordOnline : words.wordOffline];
  if (entries.length) parts.push(words.wordUnsent.replace("{n}", entries.length));
  if (entries.length) parts.push(minutes ? words.wordOldest.replace("{n}", minutes) : words.wordNew);
  if (refused) parts.push(words.wordRefused.replace("{n}", refused));
  if (kept) parts.push(words.wordAsOf.replace("{time}", kept));
  return parts.join(" · ");
}
