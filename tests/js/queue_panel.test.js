// The line of the judges' queue, and its clock.

import assert from "node:assert/strict";
import test from "node:test";

import { learnClock, timeNow } from "../../static/judging/device-clock.js";
import { summary } from "../../static/judging/sync-summary.js";

const words = {
  wordOnline: "Online", wordOffline: "Offline", wordUnsent: "{n} waiting", wordOldest: "oldest {n} min", wordNew: "new",
  wordRefused: "{n} refused", wordAsOf: "page of {time}",
};

test("nothing waits: only the connection is said", () => {
  assert.equal(summary([], { isConnected: true, words, minutes: 0 }), "Online");
  assert.equal(summary([], { isConnected: false, words, minutes: 0, kept: "14:05" }), "Offline · page of 14:05");
});

test("what waits is counted, with its age and what was refused", () => {
  const entries = [{ refused: "" }, { refused: "no" }];
  assert.equal(summary(entries, { isConnected: false, words, minutes: 0 }), "Offline · 2 waiting · new · 1 refused");
  assert.equal(summary(entries.slice(0, 1), { isConnected: true, words, minutes: 7 }), "Online · 1 waiting · oldest 7 min");
});

test("a clock that is more than a minute wrong is corrected by the server's, and a private window by nothing", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const off = () => Date.parse(timeNow()) - Date.now();
  learnClock(Date.now() + 3_600_000);
  assert.ok(Math.abs(off() - 3_600_000) < 1_000);
  learnClock(Date.now() + 30_000);
  assert.ok(Math.abs(off()) < 1_000);
  learnClock(NaN);
  learnClock(0);
  assert.ok(Math.abs(off()) < 1_000);
  globalThis.localStorage = { getItem() { throw new Error("denied"); }, setItem() { throw new Error("denied"); } };
  learnClock(Date.now() + 3_600_000);
  assert.ok(Math.abs(off()) < 1_000);
});
