// The recorder's taps: kept on the device (queue.js) and sent one after another without leaving the page, each answered
// by the board as it is then.
//
// A tap that comes while others are being stored is sent with the revision that the answer before it shows. After a refusal
// what waited is dropped: it was tapped on a board that had gone another way. Without a connection the record goes on by
// its tokens: those taps say what happened, whatever the board allowed when it was last seen, and are judged when they
// arrive. [data-recorder-kept] lists the last tokens that wait; what is typed comes as taps do.

const recorder = document.querySelector("[data-recorder]");
const kept = document.querySelector("[data-recorder-kept]");
const withoutConnection = document.querySelector("[data-recorder-offline]");
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

// What a tap writes: a card with its suit and the mark before it, what was typed, or what the key says.
function labelOf(fields, button) {
  const { typed, token, mark = "", suit = "" } = Object.fromEntries(fields);
  if (typed) return token.trim();
  const said = button?.value || button?.textContent.trim() || "";
  return button?.classList.contains("key--card") ? mark + said + suit : said;
}

function tapped(form, button) {
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const undone = url.includes("/turns/tap/undo/") && !connected && pending.length > 0;
  if (undone) document.dispatchEvent(new CustomEvent("tap:take-back", { detail: { group } }));
  else add(url, fields, labelOf(fields, button));
  form.reset();  // the suit is that of one card
}

function told({ detail: { entry, told: answer } }) {
  if (entry.group !== group || !answer.html) return;
  const typing = document.activeElement?.id === "typed-token";
  recorder.innerHTML = answer.html;
  if (typing) document.getElementById("typed-token")?.focus();
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
  withoutConnection.hidden = connected;
  allowUndo();
}

if (recorder) {
  recorder.addEventListener("submit", (event) => {
    if (!event.target.getAttribute("action").includes("/turns/tap/")) return;
    event.preventDefault();
    event.stopPropagation();
    tapped(event.target, event.submitter);
  });
  document.addEventListener("tap:answered", told);
  document.addEventListener("entries", showKept);
  recorder.dataset.ready = "yes";
}
