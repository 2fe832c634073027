/* Keys of Repetição: arrows go a step, Home and End to the ends, n to the divergence, 1-9 to chapters. */
"use strict";
(() => {
  const stage = document.getElementById("palco");
  if (!stage) return;
  const go = (link) => { if (link) link.click(); };
  const dots = Array.from(stage.querySelectorAll(".ribbon a"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem("razao-keys-off")) return;
    if (event.target.closest("input, select, textarea, summary, .stage-scroll")) return;
    const key = event.key;
    if (key === "ArrowLeft") go(stage.querySelector('a[rel="prev"]'));
    else if (key === "ArrowRight") go(stage.querySelector('a[rel="next"]'));
    else if (key === "Home") location.assign(dots[0].href.baseVal);
    else if (key === "End") location.assign(dots[dots.length - 1].href.baseVal);
    else if (key === "n") go(stage.querySelector('[data-step="n"]'));
    else return;
    event.preventDefault();
  });
})();
