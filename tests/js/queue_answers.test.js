// What the judges' device makes of the server's answers.

import assert from "node:assert/strict";
import test from "node:test";

import { memory, readAnswer } from "../../static/judging/answer.js";

const words = { wordFailed: "failed", wordForbidden: "forbidden", wordGone: "gone" };
const form = { id: "f", kind: "form" };
const tap = { id: "t", kind: "tap" };

function read(entry, status, { text = "", type = "text/html", known = memory(), reason = "" } = {}) {
  let signedOut = 0;
  const answer = { status, headers: new Headers({ "Content-Type": type }) };
  const told = readAnswer(entry, answer, text, { words, known, reasonIn: () => reason, signedOut: () => { signedOut += 1; } });
  return { told, signedOut };
}

test("a server that fails three times at an entry refuses it, so that the others go on", () => {
  const known = memory();
  assert.deepEqual([1, 2, 3].map(() => read(form, 500, { known }).told), [null, null, { refused: "failed" }]);
  assert.equal(read(tap, 500, { known }).told, null);
});

test("a server that is away says nothing about the entry", () => {
  assert.deepEqual([502, 503, 507].map((status) => read(form, status).told), [null, null, null]);
});

test("too many requests stop the queue", () => {
  assert.deepEqual(read(form, 429).told, { stop: true });
});

test("who is signed out is asked to sign in, and nothing is refused", () => {
  assert.deepEqual(read(form, 401), { told: { stop: true }, signedOut: 1 });
});

test("a form token is asked for once; then a 403 is a refusal", () => {
  const known = memory();
  assert.deepEqual(read(form, 403, { known }), { told: { stop: true }, signedOut: 1 });
  assert.deepEqual(read(form, 403, { known }), { told: { refused: "forbidden" }, signedOut: 0 });
});

test("who needs a second factor first is not taken for signed out, and nothing is refused", () => {
  const answer = { type: "application/json", text: JSON.stringify({ error: "Set one up.", code: "second_factor_needed" }) };
  const known = memory();
  const waits = { told: { stop: true, factor: true }, signedOut: 0 };
  for (const entry of [form, tap, form]) assert.deepEqual(read(entry, 403, { ...answer, known }), waits);
});

test("what is gone is refused", () => {
  assert.deepEqual(read(form, 404).told, { refused: "gone" });
});

test("JSON says whether the entry is stored, refused, or somebody else's", () => {
  const json = (told) => read(form, 200, { type: "application/json", text: JSON.stringify(told) }).told;
  assert.deepEqual(json({ text: "done" }), { stored: true, text: "done" });
  assert.deepEqual(json({ error: "no", code: "x" }), { refused: "no" });
  assert.deepEqual(json({ code: "other_user", error: "no" }), { stop: true });
});

test("a tap is answered by the board, a form's page by its reason", () => {
  assert.deepEqual(read(tap, 200, { text: "<board>" }).told, { stored: true, html: "<board>" });
  assert.deepEqual(read(form, 422, { text: "<page>", reason: "Give a reason." }).told, { refused: "Give a reason.", html: "<page>" });
  assert.deepEqual(read(form, 200, { text: "<page>" }).told, { refused: "failed", html: "<page>" });
});
