// A stopwatch for a decision. <form data-stopwatch data-box="30" data-count="10"> has a button, an output and the
// field of seconds it fills when stopped. At the box it gives the words to say, after the count it says that it is over.

function seconds(since) {
  return Math.floor((performance.now() - since) / 1000);
}

function run(form) {
  const box = Number(form.dataset.box);
  const count = Number(form.dataset.count);
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
    face.dataset.phase = passed < box ? "calm" : "over";
    if (passed < box) say(boxed);
    else say(passed < box + count ? form.dataset.wordPrompt : form.dataset.wordOver);
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
