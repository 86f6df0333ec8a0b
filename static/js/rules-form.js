// The form of a record: shows an unreadable place in the text, and takes a file that is dropped on the text.

const text = document.querySelector("#check-form textarea");
const file = document.querySelector("#check-form input[type=file]");

// data-shows-line, -column, -length on a button: select that place, both counted from 1.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-shows-line]");
  if (!button || !text) return;
  const lines = text.value.split("\n");
  const line = Number(button.dataset.showsLine) - 1;
  const before = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
  const start = before + inUnits(lines[line] ?? "", Number(button.dataset.showsColumn) - 1);
  const end = start + Math.max(inUnits(text.value.slice(start), Number(button.dataset.showsLength)), 1);
  text.focus();
  text.setSelectionRange(start, end);
  text.scrollTop = Math.max(0, (line / Math.max(lines.length, 1)) * text.scrollHeight - text.clientHeight / 3);
  text.scrollIntoView({ block: "center" });
});

// The server counts characters; a text field counts UTF-16 units.
function inUnits(part, characters) {
  return [...part].slice(0, characters).join("").length;
}

text?.addEventListener("dragover", (event) => {
  if (event.dataTransfer.types.includes("Files")) event.preventDefault();
});

text?.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length || !file) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  file.focus();
});
