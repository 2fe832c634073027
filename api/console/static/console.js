/* Keys of the console. Every page works without this file. */
"use strict";
(() => {
  const OFF = "razao-keys-off";
  const editing = (node) => node.closest("input, select, textarea, [contenteditable]");
  /* Of each row its first link: in a table of events what was said, not who said it. */
  const rows = () => Array.from(new Set(Array.from(
    document.querySelectorAll("main .inbox li, main tbody tr, main .rows li"), (row) => row.querySelector("a[href]"),
  ))).filter((link) => link && link.getClientRects().length);
  let at = -1;
  let going = false;
  const step = (by) => {
    const all = rows();
    if (!all.length) return;
    const here = all.indexOf(document.activeElement);
    at = Math.min(all.length - 1, Math.max(0, (here < 0 ? at : here) + by));
    all[at].focus();
  };
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" ? document.querySelector("details.menu[open]") : null;
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || editing(event.target)) return;
    if (localStorage.getItem(OFF)) return;
    const key = event.key;
    if (going) {
      going = false;
      const link = document.querySelector(`[data-go="${CSS.escape(key)}"]`);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    if (key === "g") { going = true; return; }
    if (key === "/") {
      const seek = document.getElementById("seek");
      if (seek) { event.preventDefault(); seek.focus(); }
    } else if (key === "j") step(1);
    else if (key === "k") step(-1);
    else if (key === "e") {
      const summary = document.querySelector('summary[data-key="e"]');
      if (summary) { summary.parentElement.open = true; summary.focus(); }
    } else if (key === "x") {
      const link = document.activeElement.closest("a[href]") || rows()[at];
      if (link) link.click();
    } else if (key === "p") window.print();
    else if (key === "?") location.assign("/menu#teclas");
  });
  const off = document.querySelector("[data-keys-off]");
  if (off) {
    off.hidden = false;
    off.checked = Boolean(localStorage.getItem(OFF));
    off.closest("label").hidden = false;
    off.addEventListener("change", () => {
      if (off.checked) localStorage.setItem(OFF, "1"); else localStorage.removeItem(OFF);
    });
  }
  for (const one of document.querySelectorAll(".from-end")) one.scrollLeft = one.scrollWidth;
  document.addEventListener("click", (event) => {
    const copy = event.target.closest("[data-copy]");
    if (!copy || !navigator.clipboard) return;
    const from = document.getElementById(copy.dataset.copy);
    navigator.clipboard.writeText(from.textContent.trim());
    copy.setAttribute("aria-label", copy.dataset.copied);
  });
})();
