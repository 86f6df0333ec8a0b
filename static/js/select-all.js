// A box that selects all of its form: [data-select-all="row"] ticks every box named row, and follows them.

for (const all of document.querySelectorAll("[data-select-all]")) {
  const boxes = () => [...all.form.elements].filter((box) => box.name === all.dataset.selectAll);
  const follow = () => {
    const ticked = boxes().filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes().length;
    all.indeterminate = ticked > 0 && !all.checked;
  };
  all.addEventListener("change", () => { for (const box of boxes()) box.checked = all.checked; });
  all.form.addEventListener("change", (event) => { if (event.target !== all) follow(); });
  window.addEventListener("pageshow", follow);  // a browser that comes back keeps what was ticked
}
