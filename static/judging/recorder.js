// The recorder's taps: kept on the device (queue.js) and sent one after another without leaving the page, each answered
// by the board as it is then.
//
// A tap that comes while others are being stored is sent with the revision that the answer before it shows. After a refusal
// what waited is dropped: it was tapped on a board that had gone another way. Without a connection the record goes on by
// its tokens: those taps say what happened, whatever the board allowed when it was last seen, and are judged when they
// arrive. [data-recorder-kept] lists the last tokens that wait, [data-recorder-other] has a field for any token.

const recorder = document.querySelector("[data-recorder]");
const kept = document.querySelector("[data-recorder-kept]");
const other = document.querySelector("[data-recorder-other]");
const group = recorder?.dataset.liveUrl ?? "";
const SHOWN = 12;
let connected = true;
let pending = [];

function makeId() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function add(url, fields, label) {
  const offline = !connected;
  const all = Object.fromEntries(fields.filter(([name]) => !["csrfmiddlewaretoken", "revision", "step"].includes(name)));
  const isWritten = url.includes("/turns/tap/write/");
  if (offline && isWritten) all.insist = "1";
  const id = makeId();
  const revision = recorder.querySelector("[name=revision]")?.value;
  const detail = { id, url, group, label, offline, revision, fields: [...Object.entries(all), ["step", id]] };
  recorder.setAttribute("aria-busy", "true");
  document.dispatchEvent(new CustomEvent("tap:add", { detail }));
}

function suitOf(fields, button) {
  return button?.classList.contains("key--card") ? Object.fromEntries(fields).suit ?? "" : "";
}

function tapped(form, button) {
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const undone = url.includes("/turns/tap/undo/") && !connected && pending.length > 0;
  if (undone) document.dispatchEvent(new CustomEvent("tap:take-back", { detail: { group } }));
  else add(url, fields, (button?.value || button?.textContent.trim() || "") + suitOf(fields, button));
  form.reset();  // the suit is that of one card
}

function told({ detail: { entry, told: answer } }) {
  if (entry.group !== group || !answer.html) return;
  recorder.innerHTML = answer.html;
  allowUndo();
}

// The board may be older than the taps that wait: those can be taken back as well.
function allowUndo() {
  const undo = recorder.querySelector("[data-undo]");
  if (undo) undo.disabled = undo.dataset.undo !== "yes" && !pending.length;
}

function showKept({ detail }) {
  connected = detail.connected;
  pending = detail.entries.filter((entry) => entry.group === group);
  if (!pending.length) recorder.removeAttribute("aria-busy");
  const labels = pending.map((entry) => entry.label);
  kept.hidden = !pending.length;
  kept.querySelector("[data-recorder-tokens]").textContent =
    (labels.length > SHOWN ? "… " : "") + labels.slice(-SHOWN).join(" ");
  allowUndo();
  other.hidden = connected;
}

if (recorder) {
  recorder.addEventListener("submit", (event) => {
    if (!event.target.getAttribute("action").includes("/turns/tap/")) return;
    event.preventDefault();
    event.stopPropagation();
    tapped(event.target, event.submitter);
  });
  other.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const field = event.target.elements.token;
    const token = field.value.trim();
    if (token) add(event.target.getAttribute("action"), [["token", token]], token);
    field.value = "";
  });
  document.addEventListener("tap:answered", told);
  document.addEventListener("entries", showKept);
  recorder.dataset.ready = "yes";
}
