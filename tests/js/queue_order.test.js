// In which order the judges' device sends what it keeps.

import assert from "node:assert/strict";
import test from "node:test";

import { isFollowed, nextOf, standing, tapsFrom } from "../../static/judging/order.js";

const tap = (id, order, more = {}) => ({ id, order, kind: "tap", group: "/table/1/turns/", url: "/table/1/turns/write/", user: "1", ...more });
const mine = (entry) => entry.user === "1";

test("entries are sent in their order, and only those of who is signed in", () => {
  assert.equal(nextOf([tap("a", 1), tap("b", 2)], mine).id, "a");
  assert.equal(nextOf([tap("a", 1, { user: "2" }), tap("b", 2)], mine).id, "b");
  assert.equal(nextOf([], mine), null);
});

test("a refused tap holds up its record and no other", () => {
  const refused = tap("a", 1, { refused: "no" });
  assert.equal(nextOf([refused, tap("b", 2)], mine), null);
  assert.equal(nextOf([refused, tap("b", 2), tap("c", 3, { group: "/table/2/turns/" })], mine).id, "c");
});

test("taking the record over is sent although the record is held up", () => {
  const takeOver = tap("b", 2, { url: "/table/1/turns/take-over/" });
  assert.equal(nextOf([tap("a", 1, { refused: "no" }), takeOver], mine).id, "b");
});

test("a refused entry without a record holds up nothing", () => {
  const form = { id: "f", order: 1, kind: "form", url: "/x/", user: "1", refused: "no" };
  assert.equal(nextOf([form, { ...form, id: "g", refused: "" }], mine).id, "g");
});

test("what was taken back is gone, and so is the taking back", () => {
  const entries = [tap("a", 1), tap("b", 2), tap("c", 3, { undoes: "b" })];
  assert.deepEqual(standing(entries).map((entry) => entry.id), ["a"]);
});

test("behind a refused tap stand the taps of its record, not its forms", () => {
  const entries = [tap("a", 1), tap("b", 2), tap("c", 3), tap("d", 4, { group: "/other/" }), tap("f", 5, { kind: "form" })];
  assert.deepEqual(tapsFrom(entries, entries[1]).map((entry) => entry.id), ["b", "c"]);
  assert.equal(isFollowed(entries, entries[1]), true);
  assert.equal(isFollowed(entries, entries[2]), false);
});
