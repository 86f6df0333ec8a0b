// What a page that follows its event makes of the versions that come.

import assert from "node:assert/strict";
import test from "node:test";

import { changed, covers, isForAll, pairs, patience, retryAfter, split } from "../../static/js/live-versions.js";

test("a part names what it depends on with commas, and its versions in the same order", () => {
  assert.deepEqual(split("pairings, clock"), ["pairings", "clock"]);
  assert.deepEqual(split(undefined), []);
  assert.deepEqual(pairs("pairings,clock", "7,3"), { pairings: "7", clock: "3" });
});

test("a single version is that of all names", () => {
  assert.deepEqual(pairs("pairings,clock", "7"), { pairings: "7", clock: "7" });
});

test("only versions that differ are news, whether they came as numbers or as text", () => {
  const known = { pairings: "7", clock: 3 };
  assert.deepEqual(changed(["pairings", "clock"], known, { pairings: 7, clock: 4, people: 9 }), { clock: 4 });
  assert.deepEqual(changed(["pairings"], known, { people: 9 }), {});
  assert.deepEqual(changed(["table 12"], {}, { "table 12": 1 }), { "table 12": 1 });
});

test("a part that came along the stream is enough for what it shows, and not for another name", () => {
  assert.equal(covers({ watch: 4 }, { watch: 3 }), true);
  assert.equal(covers({ watch: 4 }, undefined), true);
  assert.equal(covers({ watch: 4 }, { watch: 3, pairings: 2 }), false);
});

test("what changed at a table concerns that table alone", () => {
  assert.equal(isForAll({ "table 12": 3 }), false);
  assert.equal(isForAll({ "table 12": 3, clock: 4 }), true);
});

test("a stream is built again later each time, and never at the same moment on all phones", () => {
  const first = [0, 1, 2, 3, 4, 5, 99].map((tries) => retryAfter(tries, 0.5));
  assert.deepEqual(first, [1_000, 2_000, 5_000, 10_000, 20_000, 20_000, 20_000]);
  assert.ok(retryAfter(0, 0) < retryAfter(0, 1));
});

test("a stream that spoke may miss two beats, a new one gets longer with each mute one before it", () => {
  assert.equal(patience({ spoke: true, beatMs: 20_000, mute: 3 }), 45_000);
  assert.deepEqual([0, 1, 2, 3, 9].map((mute) => patience({ spoke: false, beatMs: 1, mute })), [8_000, 16_000, 32_000, 64_000, 64_000]);
});
