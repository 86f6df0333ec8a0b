// A stopwatch for a decision. <form data-stopwatch data-box="30" data-count="10"> has a button, an output and the
// field of seconds it fills when stopped. Over the box it says so, and after the box the words to say.

function seconds(since) {
  return Math.floor((performance.now() - since) / 1000);
}

function run(form) {
  const box = Number(form.dataset.box);
  const button = form.querySelector("[data-stopwatch-button]");
  const label = button.querySelector("span");
  const shown = form.querySelector("[data-stopwatch-shown]");
  const word = form.querySelector("[data-stopwatch-word]");
  const field = form.querySelector("[data-stopwatch-seconds]");
  const face = button.closest(".stopwatch");
  const boxed = word.textContent;
  let since = null;
  let timer = 0;

  const say = (text) => { if (word.textContent !== text) word.textContent = text; };

  function draw() {
    const passed = seconds(since);
    shown.textContent = passed;
    const over = passed > box;
    face.dataset.phase = over ? "over" : "calm";
    if (over) say(form.dataset.wordOver);
    else say(passed === box ? form.dataset.wordPrompt : boxed);
  }

  function stop() {
    clearInterval(timer);
    field.value = seconds(since);
    since = null;
    label.textContent = form.dataset.wordStart;
  }

  button.addEventListener("click", () => {
    if (since !== null) { stop(); return; }
    since = performance.now();
    label.textContent = form.dataset.wordStop;
    draw();
    timer = setInterval(draw, 200);
  });
  form.addEventListener("submit", () => { if (since !== null) stop(); }, true);
}

for (const form of document.querySelectorAll("form[data-stopwatch]")) run(form);
