/* A minha chave: makes a key here, keeps it, writes the request that registrars agree on. */
import { able, keys, make } from "./signing.js";

const page = document.getElementById("key-page");
const words = JSON.parse(page.dataset.words);
const list = page.querySelector("[data-keys]");
const told = page.querySelector("[data-told]");

const state = (one) => {
  const known = words.known[one.source];
  if (!known) return "requested";
  if (known.key === one.key) return known.living ? "effect" : "revoked";
  return known.living ? "replaced" : "requested";
};

const fours = (key) => key.slice(0, 32).match(/..../g).join(" ");

const request = (one) => {
  const payload = { source: one.source, role: one.role, person: words.person };
  if (one.casino) payload.casino = one.casino;
  payload.key = one.key;
  payload.proof = one.proof;
  return `${JSON.stringify({ format: words.format, origin: words.origin, kind: words.kind, payload, words: [] }, null, 1)}\n`;
};

const made = (name, content, className = "") => {
  const node = document.createElement(name);
  node.textContent = content;
  if (className) node.className = className;
  return node;
};

const show = async () => {
  const found = await keys(words.origin);
  list.replaceChildren();
  for (const one of found) {
    const now = state(one);
    const row = document.createElement("li");
    row.dataset.state = now;
    row.dataset.source = one.source;
    row.append(made("b", one.source), made("span", words.states[now]));
    const small = made("small", `${words.fingerprint}: `);
    small.append(made("span", fours(one.key), "mono"));
    row.append(small);
    if (now === "requested" || now === "replaced") {
      const link = made("a", words.file, "btn btn-small");
      link.href = URL.createObjectURL(new Blob([request(one)], { type: "application/json" }));
      link.download = `pedido-${one.source}-${one.key.slice(0, 8)}.json`;
      row.append(link);
    }
    list.append(row);
  }
  if (!found.length) {
    const row = made("li", words.states.none);
    row.dataset.state = "none";
    list.append(row);
  }
};

const why = await able();
if (why) {
  told.textContent = words[why];
  told.classList.add("told-bad");
  page.querySelectorAll("[data-ask] button").forEach((one) => { one.disabled = true; });
} else {
  await show();
  page.querySelector("[data-ask]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { source, role, casino } = page.querySelector("[data-offer]").selectedOptions[0].dataset;
    const key = await make(words.origin, source, role, casino);
    await show();
    list.querySelector("li:last-child a")?.focus();
    told.textContent = `${words.states[state(key)]} ${words.fingerprint}: ${fours(key.key)}`;
  });
}
