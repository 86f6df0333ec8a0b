// The draft: mark two players who change seats. A third mark removes the oldest one. Without JavaScript the server
// checks the same when the form is sent. <form data-swap id="swap-form"> with [data-swap-words] for the names.

let marked = [];

const boxes = () => [...document.querySelectorAll("input[name=player][form=swap-form]")];
const nameOf = (box) => box.closest("label").querySelector("bdi").textContent;

function isolated(name) {
  const element = document.createElement("bdi");
  element.textContent = name;
  const bold = document.createElement("b");
  bold.append(element);
  return bold;
}

function draw() {
  const form = document.querySelector("form[data-swap]");
  const words = form?.querySelector("[data-swap-words]");
  if (!words) return;
  if (!marked.length) words.replaceChildren(form.dataset.wordNone);
  else if (marked.length === 1) {
    const [before, after] = form.dataset.wordOne.split("{name}");
    words.replaceChildren(before, isolated(nameOf(marked[0])), after);
  }
  else words.replaceChildren(isolated(nameOf(marked[0])), " ↔ ", isolated(nameOf(marked[1])));
}

function recount() {
  const now = boxes().filter((box) => box.checked);
  marked = [...marked.filter((box) => now.includes(box)), ...now.filter((box) => !marked.includes(box))];
  while (marked.length > 2) marked.shift().checked = false;
  draw();
}

document.addEventListener("change", (event) => { if (event.target.matches("input[name=player]")) recount(); });
document.addEventListener("part:loaded", recount);
recount();
