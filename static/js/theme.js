// Before anything is painted: the person's choice of light or dark, the side of the action column, and the mark
// that JavaScript is available. A classic script, because a module would come after the first paint. The choices live in
// this browser only; "auto" follows the device.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try { return localStorage.getItem(key); } catch { return null; }
  };
  const write = (key, value) => {
    try { localStorage.setItem(key, value); } catch { /* a private window: the choice lasts for this page */ }
  };
  root.dataset.js = "on";

  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === (theme || "auto")));
    }
  };
  const applySide = (side) => {
    root.dataset.side = side === "left" ? "left" : "right";
    for (const button of document.querySelectorAll("[data-side-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.sideChoice === root.dataset.side));
    }
  };
  const applyAll = () => { apply(read("theme")); applySide(read("side")); };

  // A public page fetches its fonts once it is painted, so that a first visit shows its names sooner; on later visits
  // the browser has them, and nothing changes its look after the first paint.
  const fonts = document.currentScript.dataset.fontsHref;
  const addFonts = () => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: fonts }));
    write("fonts", fonts);
  };
  if (fonts && read("fonts") === fonts) addFonts();
  else if (fonts) window.addEventListener("load", () => {
    new PerformanceObserver((paints, observer) => {
      if (!paints.getEntriesByName("first-contentful-paint").length) return;
      observer.disconnect();
      addFonts();
    }).observe({ type: "paint", buffered: true });
  });

  applyAll();
  document.addEventListener("DOMContentLoaded", applyAll);
  window.addEventListener("storage", applyAll);
  document.addEventListener("click", (event) => {
    const theme = event.target.closest?.("[data-theme-choice]")?.dataset.themeChoice;
    const side = event.target.closest?.("[data-side-choice]")?.dataset.sideChoice;
    if (theme) { write("theme", theme); apply(theme); }
    if (side) { write("side", side); applySide(side); }
  });
})();
