// The page of the scanner: a field for scanners that type, a camera, and a list of what was scanned, the newest first.

import { startCamera } from "./scan-camera.js";
import { ScanQueue } from "./scan-queue.js";

const page = document.querySelector("[data-scan]");
const form = page.querySelector("form");
const list = page.querySelector("[data-scan-list]");
const mould = page.querySelector("template");
const key = `scans ${form.action}`;
const store = {
  read: () => JSON.parse(localStorage.getItem(key) ?? "[]"),
  write: (scans) => localStorage.setItem(key, JSON.stringify(scans)),
};

async function send(code) {
  const body = new FormData(form);
  body.set("code", code);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status === 401 || answer.status === 403) {
    page.querySelector("[data-scan-signed-out]").hidden = false;
    throw new Error("signed out");
  }
  if (answer.status >= 500 || answer.status === 408 || answer.status === 429) throw new Error(String(answer.status));
  return answer.ok ? answer.json() : { good: false, name: "", text: page.dataset.wordFailed, checked_in: "" };
}

function say(scan, answer) {
  let line = list.querySelector(`[data-scan-id="${CSS.escape(scan.id)}"]`);
  if (!line) {
    line = mould.content.firstElementChild.cloneNode(true);
    line.dataset.scanId = scan.id;
    list.prepend(line);
  }
  line.dataset.state = answer ? (answer.good ? "good" : "wrong") : "waits";
  const name = line.querySelector("[data-scan-name]");
  name.textContent = answer?.name || scan.code;
  if (answer?.page_url) {
    const link = Object.assign(document.createElement("a"), { href: answer.page_url, textContent: name.textContent });
    name.replaceChildren(link);
  }
  line.querySelector("[data-scan-text]").textContent = answer?.text ?? page.dataset.wordWaits;
  const undo = line.querySelector("form");
  undo.hidden = !answer?.undo_url;
  if (answer?.undo_url) undo.action = answer.undo_url;
  if (answer) {
    page.querySelector("[data-scan-count]").textContent = answer.checked_in;
    page.querySelector("[data-scan-said]").textContent = `${answer.name} ${answer.text}`;
  }
}

const queue = new ScanQueue(store, send, say);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = form.elements.code;
  if (field.value.trim()) queue.add(field.value.trim(), Date.now());
  field.value = "";
  field.focus();
});
list.addEventListener("submit", async (event) => {
  event.preventDefault();
  const undo = event.target;
  const line = undo.closest(".scan-line");
  const answer = await fetch(undo.action, { method: "POST", body: new FormData(undo) }).catch(() => null);
  const shown = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const count = shown?.querySelector("[data-scan-count]");
  if (!count || !shown.querySelector(".message--success")) {
    undo.submit(); // the page says what is wrong
    return;
  }
  undo.hidden = true;
  line.dataset.state = "waits";
  line.querySelector("[data-scan-text]").textContent = page.dataset.wordUndone;
  page.querySelector("[data-scan-count]").textContent = count.textContent;
  page.querySelector("[data-scan-said]").textContent = `${line.querySelector("[data-scan-name]").textContent} ${page.dataset.wordUndone}`;
  form.elements.code.focus();
});
window.addEventListener("online", () => queue.flush());
queue.flush();

const button = page.querySelector("[data-scan-camera]");
const video = page.querySelector("video");
let stop = null;
button.hidden = !navigator.mediaDevices?.getUserMedia;
button.addEventListener("click", async () => {
  if (stop) {
    stop();
    stop = null;
  } else {
    const failed = page.querySelector("[data-scan-no-camera]");
    failed.hidden = true;
    stop = await startCamera(video, page.dataset.fallback, (code) => queue.add(code, Date.now())).catch(() => {
      failed.hidden = false;
      return null;
    });
  }
  video.hidden = !stop;
  // What was scanned is right below the picture, where it is read on a phone; without it the field is next to the list.
  if (stop) list.after(form);
  else list.before(form);
  button.setAttribute("aria-pressed", String(Boolean(stop)));
});
