/* An open page follows the ledger: it is told that something moved, asks for itself again, and puts
   what changed in the place of what it shows. Every page works without this file. */
"use strict";
(() => {
  const words = document.getElementById("live");
  if (!words || !window.EventSource) return;
  const APART = 5000; /* between two askings, which is between two announcements, too */
  const SHARE = 20; /* an asking may take one part in so many of the time */
  const SILENT = 25000; /* without a sign of life: the server sends one every ten seconds */
  const MARKED = 2000;
  const AROUND = ".strip:not(#lost), .nav a, .house, .foot > span";
  const FIGURES = "h1, .figures > *, .verdict, .sums dd, .sheet-head > .tag, .chip, #files";
  const LISTS = "main .inbox, main .table-wrap, main ul.rows:not(.jobs)";
  const ROWS = ":scope > ul > li, :scope > table > tbody > tr, :scope > li";
  const lost = document.getElementById("lost");
  const said = document.getElementById("live-said");
  let stream = null;
  let position = Number(words.dataset.position);
  let standing = null;
  let heard = Date.now();
  let wait = APART;
  let asked = 0;
  let timer = 0;
  let filed = false;

  const hour = (at) => new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hour12: false, timeZone: words.dataset.zone || "UTC",
  }).format(at);
  const busy = (node) => node !== document.activeElement && node.contains(document.activeElement);
  const same = (a, b) => a.innerHTML === b.innerHTML && a.className === b.className;

  const told = (alive) => {
    if (alive) heard = Date.now();
    if (lost.hidden === alive) return;
    lost.hidden = alive;
    if (!alive) lost.querySelector("b").textContent = words.dataset.lost.replace("%s", hour(heard));
    const strip = document.querySelector(".strip:not(#lost)");
    if (strip && !strip.classList.contains("strip-bad")) strip.hidden = !alive;
  };

  const mark = (node) => {
    node.classList.add("live-new");
    setTimeout(() => node.classList.remove("live-new"), MARKED);
  };
  const put = (old, fresh, marked) => {
    if (old.innerHTML === fresh.innerHTML || busy(old) || old.closest("form, dialog")) return false;
    old.replaceChildren(...document.importNode(fresh, true).childNodes);
    if (fresh.className) old.className = fresh.className; else old.removeAttribute("class");
    if (fresh.hasAttribute("href")) old.setAttribute("href", fresh.getAttribute("href"));
    if (marked) mark(old);
    return true;
  };
  const pairs = (root, selector) => {
    const old = Array.from(document.querySelectorAll(selector));
    const fresh = Array.from(root.querySelectorAll(selector));
    return old.length === fresh.length ? old.map((node, at) => [node, fresh[at]]) : null;
  };
  const keyOf = (row) => {
    const link = row.querySelector("a[href]");
    return link ? link.getAttribute("href") : (row.firstElementChild || row).textContent.trim();
  };
  const byKey = (list) => new Map(Array.from(list.querySelectorAll(ROWS), (row) => [keyOf(row), row]));
  const bar = (before, text, show) => {
    const there = before.previousElementSibling;
    if (there && there.classList.contains("live-bar")) there.remove();
    if (!text) return;
    const line = document.createElement("p");
    line.className = "live-bar";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn-small";
    button.textContent = text;
    button.addEventListener("click", () => { line.remove(); show(); });
    line.append(button);
    before.before(line);
  };

  const renew = (list, fresh) => {
    const rows = byKey(list);
    const now = byKey(fresh);
    for (const [key, row] of now) {
      const old = rows.get(key);
      if (!old) continue;
      if (old.className !== row.className) old.className = row.className;
      if (old.children.length !== row.children.length || row.localName !== "tr") {
        put(old, row, true);
        continue;
      }
      Array.from(row.children).forEach((cell, at) => put(old.children[at], cell, true));
    }
    const added = Array.from(now.keys()).filter((key) => !rows.has(key)).length;
    const gone = Array.from(rows.keys()).some((key) => !now.has(key));
    const text = added > 1 ? words.dataset.several.replace("%s", added)
      : added ? words.dataset.one : gone ? words.dataset.changed : "";
    bar(list, text, () => {
      list.replaceChildren(...document.importNode(fresh, true).childNodes);
      const first = list.querySelector("a[href]");
      if (first) first.focus();
    });
    return text;
  };

  const swap = (root) => {
    const news = [];
    for (const [old, fresh] of pairs(root, AROUND) || []) {
      put(old, fresh, false);
    }
    document.title = root.title;
    const main = document.getElementById("main");
    const figures = pairs(root, FIGURES);
    const lists = pairs(root, LISTS);
    if (!figures || !lists) {
      bar(main.firstElementChild, words.dataset.page, () => location.reload());
      news.push(words.dataset.page);
    } else {
      for (const [old, fresh] of figures) {
        if (put(old, fresh, true)) news.push(old.textContent.replace(/\s+/g, " ").trim());
      }
      for (const [old, fresh] of lists) {
        const text = renew(old, fresh);
        if (text) news.push(text);
      }
      for (const [old, fresh] of pairs(root, "main .scroll > .plot, main td > .chart") || []) {
        if (!same(old, fresh)) old.replaceWith(document.importNode(fresh, true));
      }
    }
    if (news.length) said.textContent = news.slice(0, 3).join("; ");
  };

  const ask = async () => {
    const began = Date.now();
    asked = began;
    try {
      const answer = await fetch(location.href, { headers: { "X-Razao-Live": "1", Accept: "text/html" } });
      if (!answer.ok || answer.redirected) { leave(); return; }
      const root = new DOMParser().parseFromString(await answer.text(), "text/html");
      const there = root.getElementById("live");
      if (!there) { leave(); return; }
      swap(root);
      position = Math.max(position, Number(there.dataset.position));
    } catch { told(false); }
    wait = Math.max(APART, SHARE * (Date.now() - began));
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.max(0, asked + wait - Date.now()));
  };
  const leave = () => { close(); told(false); };
  const close = () => { if (stream) stream.close(); stream = null; clearTimeout(timer); };

  const open = () => {
    if (stream || document.hidden) return;
    heard = Math.max(heard, Date.now() - SILENT / 2);
    stream = new EventSource(words.dataset.from);
    /* A file that was ready before this stream began is told of by none. */
    stream.addEventListener("open", () => setTimeout(() => {
      if (!filed && document.querySelector("#files [data-file]")) soon();
    }, 2000));
    stream.addEventListener("beat", () => told(true));
    stream.addEventListener("standing", (event) => {
      told(true);
      const rest = event.lastEventId.split(".").slice(1).join(".");
      const moved = Number(event.data) > position || (standing !== null && standing !== rest);
      standing = rest;
      if (moved) soon();
    });
    /* How far one's own files are; of those that are ready the page has size and hash. */
    stream.addEventListener("files", (event) => {
      told(true);
      filed = true;
      const files = new Map(JSON.parse(event.data || "[]").map((one) => [one.id, one]));
      for (const node of document.querySelectorAll("#files [data-file]")) {
        const file = files.get(node.dataset.file);
        if (!file) { soon(); continue; }
        const bar = node.querySelector("progress");
        bar.max = Math.max(1, file.of);
        bar.value = file.of ? file.done : 0;
        node.querySelector(".said").textContent = file.said;
      }
    });
    stream.addEventListener("error", () => {
      told(false);
      if (stream && stream.readyState === EventSource.CLOSED) { close(); setTimeout(open, 60000); }
    });
  };
  setInterval(() => { if (stream && Date.now() - heard > SILENT) told(false); }, 1000);
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open(); });
  open();
})();
