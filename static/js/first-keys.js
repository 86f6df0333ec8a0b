// Keys that are typed while the page is loading, from the first paint on: none is lost, and they stay in order.
//
// A browser gives the field with autofocus the focus only when it has time to paint; on a busy machine that is after the
// page can be seen. Until then this classic script, which runs before the paint, takes the keys and writes them into the
// field as soon as that is there. A person who has chosen another place to type is left alone.
//
// A line of results that is sent before result-entry.js is ready (on <form data-ready>) waits in the list of lines, in
// data-early with all that it needs; the module sends it. A module that did not arrive is fetched again.
(() => {
  if (!("noModule" in HTMLScriptElement.prototype)) return;  // no module comes: forms are sent as without scripts

  const AGAIN_MS = 3_000;
  const typed = [];  // keys that wait for the field
  const kept = [];  // lines that wait for their list
  let chosen = false;  // whether the person has gone to another place

  const fieldOf = () => document.querySelector("input[autofocus]");
  const formOf = () => document.querySelector("form[data-result-entry]");
  const roundShown = (form) => document.querySelector("[data-results-round]")?.dataset.resultsRound ?? form.elements.round?.value ?? "";

  function write(field, key) {
    if (key === "Enter") { field.form.requestSubmit(); return; }
    const [start, end] = [field.selectionStart, field.selectionEnd];
    if (key !== "Backspace") field.setRangeText(key, start, end, "end");
    else field.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
  }

  /** Write what was typed into the field, before what it is given now. */
  function give() {
    const field = fieldOf();
    if (!field || !typed.length) return;
    const keys = typed.splice(0);
    field.focus();
    for (const key of keys) write(field, key);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function list() {
    const outcomes = formOf()?.querySelector("[data-outcomes]");
    if (!outcomes) return;
    for (const line of kept.splice(0)) {
      const box = document.createElement("li");
      box.textContent = `${line.line} · ${formOf().dataset.wordWaiting}`;
      box.dataset.outcome = "waiting";
      box.dataset.early = JSON.stringify(line);
      outcomes.prepend(box);
    }
  }

  document.addEventListener("keydown", (event) => {
    const shortcut = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
    if (chosen || shortcut || event.isComposing) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    if (event.key.length > 1 && !["Enter", "Backspace"].includes(event.key)) { chosen ||= event.key === "Tab"; return; }
    if (document.readyState !== "loading" && !fieldOf()) return;
    event.preventDefault();
    typed.push(event.key);
    give();
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form !== formOf() || "ready" in form.dataset || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const field = form.elements.line;
    const override = event.submitter?.name === "override" ? event.submitter.value : "";
    if (field.value.trim()) kept.push({ line: field.value.trim(), round: roundShown(form), override });
    field.value = "";
    list();
  }, true);

  document.addEventListener("focusin", (event) => { if (event.target === fieldOf()) give(); else chosen = true; });
  document.addEventListener("pointerdown", () => { chosen = true; }, true);
  document.addEventListener("readystatechange", () => { give(); list(); });

  window.addEventListener("beforeunload", (event) => {
    const form = formOf();
    if (form && !("ready" in form.dataset) && (kept.length || form.querySelector("[data-early]"))) event.preventDefault();
  });

  // Told to the capturing phase only. A second <script> of the same address would find the failure of the first.
  window.addEventListener("error", (event) => {
    const failed = event.target;
    if (!(failed instanceof HTMLScriptElement) || !failed.hasAttribute("data-for-keys")) return;
    setTimeout(() => {
      const address = new URL(failed.src);
      address.searchParams.set("again", String(Number(address.searchParams.get("again") ?? 0) + 1));
      const next = Object.assign(document.createElement("script"), { type: "module", src: address.href });
      next.toggleAttribute("data-for-keys", true);
      failed.replaceWith(next);
    }, AGAIN_MS);
  }, true);
})();
