/* Keys of Repetição: arrows go a step, Home and End to the ends, n to the divergence, 1-9 to chapters,
   Space plays a step a second. */
"use strict";
(() => {
  const stage = document.getElementById("palco");
  if (!stage) return;
  const go = (link) => { if (link) link.click(); };
  const dots = Array.from(stage.querySelectorAll(".ribbon a"));
  const chapters = Array.from(stage.querySelectorAll(".ribbon .chapter"));
  const PLAYS = "razao-plays"; /* the address whose next page plays on */
  const next = () => stage.querySelector('a[rel="next"]');
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let timer = 0;
  const play = () => {
    if (still || !next()) { sessionStorage.removeItem(PLAYS); return; }
    sessionStorage.setItem(PLAYS, location.pathname);
    timer = setTimeout(() => go(next()), 1000);
  };
  const rest = () => { clearTimeout(timer); timer = 0; sessionStorage.removeItem(PLAYS); };
  if (sessionStorage.getItem(PLAYS) === location.pathname) play();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem("razao-keys-off")) return;
    if (event.target.closest("input, select, textarea, summary, .stage-scroll")) return;
    const key = event.key;
    if (timer && key !== " ") rest();
    if (key === "ArrowLeft") go(stage.querySelector('a[rel="prev"]'));
    else if (key === "ArrowRight") go(stage.querySelector('a[rel="next"]'));
    else if (key === "Home") location.assign(dots[0].href.baseVal);
    else if (key === "End") location.assign(dots[dots.length - 1].href.baseVal);
    else if (key === " ") { if (timer) rest(); else play(); }
    else if (/^[1-9]$/.test(key) && chapters[key - 1]) location.assign(dots[chapters[key - 1].dataset.first - 1].href.baseVal);
    else if (key === "n") go(stage.querySelector('[data-step="n"]'));
    else return;
    event.preventDefault();
  });
})();
