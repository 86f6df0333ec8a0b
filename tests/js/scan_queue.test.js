import assert from "node:assert/strict";
import { test } from "node:test";

import { ScanQueue } from "../../static/js/scan-queue.js";

function device(send) {
  let kept = [];
  const said = [];
  const store = { read: () => kept, write: (scans) => { kept = scans; } };
  const queue = new ScanQueue(store, send, (scan, answer) => said.push([scan.code, answer]));
  return { queue, said, store };
}

test("a code is sent once, and its answer shown", async () => {
  const sent = [];
  const { queue, said, store } = device(async (code) => { sent.push(code); return { good: true }; });
  await queue.add("123", 0);
  assert.deepEqual(sent, ["123"]);
  assert.deepEqual(said, [["123", null], ["123", { good: true }]]);
  assert.deepEqual(store.read(), []);
});

test("what the camera sees again at once is the same scan, later it is another one", async () => {
  const sent = [];
  const { queue } = device(async (code) => { sent.push(code); return {}; });
  await queue.add("123", 0);
  await queue.add("123", 2_000);
  await queue.add("123", 4_000);
  await queue.add("123", 9_000);
  assert.deepEqual(sent, ["123", "123"]);
});

test("offline the order is kept, and nothing is lost or sent twice", async () => {
  const sent = [];
  let online = false;
  const { queue, store } = device(async (code) => {
    if (!online) throw new Error("offline");
    sent.push(code);
    return {};
  });
  await queue.add("1", 0);
  await queue.add("2", 10);
  await queue.add("3", 20);
  assert.deepEqual(store.read().map((scan) => scan.code), ["1", "2", "3"]);
  online = true;
  await Promise.all([queue.flush(), queue.flush()]);
  assert.deepEqual(sent, ["1", "2", "3"]);
  assert.deepEqual(store.read(), []);
});

test("what waited when the page was left is shown and sent when it is opened again", async () => {
  const kept = [{ id: "0-0", code: "7", at: 0 }];
  const said = [];
  let list = kept;
  const store = { read: () => list, write: (scans) => { list = scans; } };
  const queue = new ScanQueue(store, async () => ({ good: true }), (scan, answer) => said.push([scan.code, answer]));
  await queue.flush();
  assert.deepEqual(said, [["7", null], ["7", { good: true }]]);
});
