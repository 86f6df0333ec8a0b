// The form of an infraction that stands in for a player's own one, without a network. The list of infractions (faults.js)
// notes which player was tapped and which penalty it showed for that player.

const player = document.querySelector("[data-kept-player]");

function tapped() {
  try {
    const noted = JSON.parse(sessionStorage.getItem("judge-fault") ?? "null");
    return noted?.path === location.pathname ? noted : null;
  } catch { return null; }
}

if (player) {
  const noted = tapped();
  const number = /\/(\d+)\/$/.exec(location.pathname)?.[1] ?? "";
  player.textContent = noted?.name ?? player.dataset.wordPlayer.replace("{n}", number);
  const suggested = noted && document.querySelector(`[data-kept-fault] button[value="${CSS.escape(noted.penalty)}"]`);
  if (suggested) {
    suggested.classList.add("big-button--primary");
    suggested.parentElement.prepend(suggested);
    document.querySelector("[data-kept-penalty]").textContent = suggested.textContent.trim();
    document.querySelector("[data-kept-suggested]").hidden = false;
    document.querySelector("[data-kept-fault] [name=told]").value = `${noted.penalty}:0`;
  }
}
