/* An act whose answer was lost: this tab remembers its signed bytes until it knows what became of them. */
const BOX = document.getElementById("unanswered");
const words = BOX ? JSON.parse(BOX.dataset.words) : {};
const NAME = `razao-unanswered ${words.origin}`;

export const made = (name, content, className = "") => {
  const node = document.createElement(name);
  node.textContent = content;
  if (className) node.className = className;
  return node;
};

export const asker = (token, lost) => async (address, sent) => {
  try {
    const answer = await fetch(address, {
      method: "POST",
      redirect: "error",
      headers: { "Content-Type": "application/json", "X-Razao-Form": token },
      body: JSON.stringify(sent),
    });
    const kind = answer.headers.get("content-type") || "";
    return kind.startsWith("application/json") ? await answer.json() : lost;
  } catch (_error) {
    return lost;
  }
};

/* Answers after which nobody knows, or the ledger took nothing yet: the same bytes may go again. */
export const open = (answer) => ["error", "busy", "unavailable"].includes(answer.outcome);
export const remember = (act) => sessionStorage.setItem(NAME, JSON.stringify(act));
export const forget = () => sessionStorage.removeItem(NAME);

const remembered = () => {
  try {
    return JSON.parse(sessionStorage.getItem(NAME));
  } catch (_error) {
    return null;
  }
};

/* Say what became of it; where it is not in the record it may be sent again, or dropped. */
export const tell = async () => {
  const act = BOX ? remembered() : null;
  if (!act) return;
  const ask = asker(BOX.dataset.token, { outcome: "error", title: words.silent });
  const button = (said, press) => {
    const node = made("button", said, "btn-small");
    node.type = "button";
    node.addEventListener("click", press);
    return node;
  };
  const say = (answer, ...more) => {
    BOX.replaceChildren(
      made("b", words.lost), made("span", `${act.title} (${act.source}:${act.seq}). `),
      made("b", answer.title), document.createTextNode(answer.said ? `${answer.said} ` : ""), ...more,
    );
    BOX.classList.toggle("told-bad", answer.outcome !== "recorded" && answer.outcome !== "repeated");
    BOX.hidden = false;
  };
  const drop = button(words.drop, () => { forget(); BOX.hidden = true; document.getElementById("main").focus(); });
  const settle = (answer) => {
    if (["recorded", "repeated"].includes(answer.outcome)) {
      forget();
      const link = made("a", words.see);
      link.href = answer.event;
      say(answer, link);
      return;
    }
    if (answer.outcome === "error") { say(answer, button(words.ask, tell), drop); return; }
    say(answer, button(words.again, async () => {
      settle(await ask("/atos/entregar", { ...act.segment, seen: act.seen, road: act.road, texts: act.texts }));
      BOX.focus();
    }), drop);
  };
  settle(await ask("/atos/paradeiro", { source: act.source, seq: act.seq, link: act.link }));
};
tell();
