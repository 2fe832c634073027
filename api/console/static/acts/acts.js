/* An act: asks for its bytes, says in words what they say, signs them, hands them in. */
import { base64, committed, decoded, hex, keys, linkOf, sha256, signed, unbase64 } from "./signing.js";
import { asker, forget, made, open, remember, tell } from "./unanswered.js";

const form = document.querySelector("form[data-act]");
const dialog = document.querySelector("dialog.signing");
if (form && dialog) {
  const words = JSON.parse(form.dataset.words);
  const find = (name) => dialog.querySelector(`[data-${name}]`);
  const status = form.querySelector("[data-told]");
  let act = null;
  let prepared = null;
  let key = null;
  let texts = {};

  const say = (node, answer, bad) => {
    node.replaceChildren();
    node.classList.toggle("told-bad", bad);
    if (!answer) return;
    node.append(made("b", answer.title), document.createTextNode(answer.said || ""));
  };

  const lost = { outcome: "error", title: words.error, said: words.kept };
  const ask = asker(form.dataset.token, lost);

  /* What is written in somebody's own words is committed to here: its text is sent with the signature. */
  const written = async (fields) => {
    texts = {};
    for (const node of form.querySelectorAll("textarea[data-text]")) {
      if (!node.value.trim()) { fields[node.name] = ""; continue; }
      const one = await committed(node.value);
      texts[one.commitment] = one;
      fields[node.name] = one.commitment;
    }
    return fields;
  };

  /* --- words of bytes ------------------------------------------------------------------------- */
  const money = (units) => {
    if (!words.currency) return null;
    const digits = String(Math.abs(units)).padStart(words.decimals + 1, "0");
    const whole = words.decimals ? digits.slice(0, -words.decimals) : digits;
    const part = words.decimals ? `${words.point}${digits.slice(-words.decimals)}` : "";
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, words.group);
    return `${units < 0 ? "\u2212" : ""}${grouped}${part}\u00a0${words.currency}`;
  };
  const clock = new Intl.DateTimeFormat("pt-PT", {
    day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit",
    hourCycle: "h23", timeZone: words.zone,
  });
  const local = (said) => {
    const part = Object.fromEntries(clock.formatToParts(new Date(said)).map((one) => [one.type, one.value]));
    return `${part.day}-${part.month}-${part.year}, ${part.hour}:${part.minute}:${part.second} (${said})`;
  };
  const plain = (field, value) => {
    if (field.how === "money" && Number.isSafeInteger(value)) return money(value);
    if (field.how === "whole" && Number.isSafeInteger(value)) return String(value);
    if (field.how === "yes" && typeof value === "boolean") return value ? words.yes : words.no;
    if (field.how === "instant" && typeof value === "string") return local(value);
    if (field.how === "text") return Object.hasOwn(texts, value) ? texts[value].text : null;
    if (field.how === "choice") return Object.hasOwn(field.choices, value) ? field.choices[value] : null;
    if (field.how === "value" && ["string", "number", "boolean"].includes(typeof value)) return String(value);
    if (["day", "code", "name", "hash"].includes(field.how) && typeof value === "string") return value;
    return null;
  };
  const worded = (field, value) => {
    if (Array.isArray(value)) {
      const all = value.map((one) => plain(field, one));
      return all.includes(null) ? null : all.join(", ");
    }
    if (field.how === "figures" && value && typeof value === "object") {
      const all = Object.entries(value).map(([name, one]) => (Number.isSafeInteger(one) ? `${name} ${one}` : null));
      return all.includes(null) ? null : all.join(" · ");
    }
    return plain(field, value);
  };

  /* Whether an act is the one that the form was made for: the same ledger, source, kind, subject. */
  const asked = () => act.origin === words.origin && act.kind === words.kind
    && act.source === form.querySelector("[data-source]").value && act.source === prepared.source
    && Array.from(form.querySelectorAll("input[type=hidden]")).every((one) => act.payload[one.name] === one.value);

  const show = () => {
    const facts = find("facts");
    facts.replaceChildren();
    const add = (label, value, className = "") => facts.append(made("dt", label), made("dd", value, className));
    const unknown = [];
    find("kind").textContent = words.title;
    add(words.who, `${prepared.role} · ${act.source}`);
    const replacement = words.inner ? act.payload.replacement ?? null : null;
    for (const [name, value] of Object.entries(act.payload)) {
      if (words.inner && name === "replacement") continue;
      const field = Object.hasOwn(words.fields, name) ? words.fields[name] : null;
      const said = field && worded(field, value);
      if (said === null || said === undefined) {
        unknown.push(name);
        add(name, JSON.stringify(value), "raw");
        continue;
      }
      const about = form.querySelector(`input[type=hidden][name="${CSS.escape(name)}"]`);
      const more = about && about.dataset.said ? `${about.dataset.said} (${said})` : said;
      add(field.label, more, ["money", "text"].includes(field.how) ? field.how : "");
    }
    if (words.inner) {
      add(words.replacement, replacement === null ? words.withdrawn : "");
      for (const [name, value] of Object.entries(replacement || {})) {
        const field = Object.hasOwn(words.inner, name) ? words.inner[name] : null;
        const said = field && worded(field, value);
        if (said === null || said === undefined) unknown.push(name);
        add(field ? field.label : name, said ?? JSON.stringify(value), said ? field.how : "raw");
      }
    }
    for (const name of ["day", "place", "round"]) if (act[name] !== null) add(words[name], act[name]);
    add(words.at, local(act.at));
    add(words.number, `${act.source}:${act.seq}`);
    find("bytes").textContent = act.text;
    const fault = find("fault");
    const why = unknown.length ? `${words.raw} ${unknown.join(", ")}` : asked() ? "" : words.other;
    fault.hidden = !why;
    fault.textContent = why;
    find("foreseen").textContent = [prepared.foreseen_said, prepared.outside_said].filter(Boolean).join(" ");
    find("before").textContent = prepared.before;
    find("before").hidden = !prepared.before;
    const button = find("sign");
    const barred = Boolean(why) || prepared.barred;
    find("foreseen").classList.toggle("bad", prepared.barred);
    button.disabled = barred || !key || prepared.outside;
    if (!barred && !key && !prepared.outside) find("foreseen").append(document.createTextNode(` ${words.nokey}`));
    const file = find("file");
    file.href = URL.createObjectURL(new Blob(
      [`${JSON.stringify({ format: prepared.format, envelope: prepared.envelope, key: prepared.key }, null, 1)}\n`],
      { type: "application/json" },
    ));
    file.download = `ato-${act.source}-${act.seq}.json`;
    file.toggleAttribute("hidden", barred);
    find("hand").toggleAttribute("hidden", barred);
    say(find("refused"), null, false);
  };

  /* Of several sources the one whose key is in this browser is chosen first. */
  const chosen = form.querySelector("[data-source]");
  keys(words.origin).then((found) => {
    const here = Array.from(chosen.options).find((one) => found.some((kept) => kept.key === one.dataset.key));
    if (here) chosen.value = here.value;
  }, () => {});

  /* --- prepare, sign, hand in ------------------------------------------------------------------- */
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    say(status, null, false);
    const fields = await written(Object.fromEntries(new FormData(form)));
    const source = form.querySelector("[data-source]").value;
    prepared = await ask("/atos/preparar", { kind: form.dataset.act, fields, source, seen: form.dataset.seen });
    if (prepared.outcome !== "prepared") {
      say(status, prepared, true);
      if (prepared.field) form.elements[prepared.field]?.focus();
      return;
    }
    try {
      act = decoded(unbase64(prepared.envelope));
    } catch (_error) {
      say(status, { title: words.other }, true);
      return;
    }
    key = (await keys(words.origin)).find((one) => one.source === act.source && one.key === prepared.key) || null;
    show();
    dialog.showModal();
    dialog.querySelector("h2").focus();
  });

  const deliver = async (segment, road) => {
    const parts = Object.values(texts).map((one) => ({ salt: one.salt, text: one.text }));
    const sent = { ...segment, seen: form.dataset.seen, road, texts: parts };
    const link = await linkOf(act.bytes);
    remember({ segment, seen: sent.seen, road, texts: parts, title: words.title, source: act.source, seq: act.seq, link });
    const answer = await ask("/atos/entregar", sent);
    if (!open(answer)) forget();
    if (!["recorded", "repeated"].includes(answer.outcome)) {
      say(find("refused"), answer === lost ? { title: words.unanswered, said: words.whole } : answer, true);
      /* After a doubt the very same bytes may be sent again: they get the same receipt. */
      find("sign").disabled = !open(answer) || !key;
      return;
    }
    dialog.close();
    say(status, answer, false);
    status.append(made("a", words.see));
    status.lastChild.href = answer.event;
    const about = form.querySelector('input[name="finding"]');
    if (about) {
      status.append(made("a", words.back));
      status.lastChild.href = `/constatacoes/${encodeURIComponent(about.value)}`;
    }
    const of = form.querySelector('[name="dispute"]');
    if (of && of.value) {
      status.append(made("a", words.case));
      status.lastChild.href = `/disputas/${encodeURIComponent(of.value)}`;
    }
    form.querySelector("button").disabled = true;
    status.tabIndex = -1;
    status.focus();
  };

  find("sign").addEventListener("click", async () => {
    find("sign").disabled = true;
    let segment;
    try {
      segment = await signed(act, key);
    } catch (_error) {
      say(find("refused"), lost, true);
      return;
    }
    await deliver(segment, "browser");
  });

  find("signed").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    try {
      const segment = JSON.parse(await file.text());
      if (segment.envelopes.length !== 1 || segment.envelopes[0] !== base64(act.bytes)) throw new Error("other");
      await deliver(segment, "file");
    } catch (_error) {
      say(find("refused"), { title: words.other }, true);
    }
    event.target.value = "";
  });

  find("leave").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    if (status.firstChild) return;
    form.querySelector("button").focus();
    tell();
  });

  /* Evidence stays with whoever has it: here its hash and size are taken, and nothing is sent. */
  const file = form.querySelector("[data-evidence]");
  if (file) {
    file.closest(".field").hidden = false;
    file.addEventListener("change", async () => {
      if (!file.files[0]) return;
      const bytes = await file.files[0].arrayBuffer();
      form.elements.hash.value = hex(await sha256(bytes));
      form.elements.size.value = String(bytes.byteLength);
      form.elements.media.value ||= file.files[0].type;
    });
  }
}
