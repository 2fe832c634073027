/* Keys, bytes and signatures: what a browser does itself and takes from nobody.
   The key is Ed25519, not extractable, kept by this browser alone; the bytes of an act are decoded
   here, as ledger.signed.canonical and ledger.signed.segments write them. */
const text = new TextEncoder();
const SEGMENT = "application/vnd.razao.segment.v1";
const POSSESSION = "application/vnd.razao.possession.v1";
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

export const hex = (bytes) => Array.from(new Uint8Array(bytes), (one) => one.toString(16).padStart(2, "0")).join("");
export const unhex = (said) => Uint8Array.from(said.match(/../g) || [], (one) => parseInt(one, 16));
export const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
export const unbase64 = (said) => Uint8Array.from(atob(said), (one) => one.charCodeAt(0));
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

export const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of parts) { whole.set(one, at); at += one.length; }
  return whole;
};

const big = (number, size) => {
  const bytes = new Uint8Array(size);
  let left = BigInt(number);
  for (let at = size - 1; at >= 0; at -= 1) { bytes[at] = Number(left & 255n); left >>= 8n; }
  return bytes;
};

const authenticated = (type, payload) =>
  joined(text.encode(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload);

/* What is written in somebody's own words, as ledger.store.texts.commitment commits to it. */
export const committed = async (said) => {
  const raw = text.encode(said);
  const salt = crypto.getRandomValues(new Uint8Array(32));
  return { salt: hex(salt), text: new TextDecoder().decode(raw), commitment: hex(await sha256(joined(salt, raw))) };
};

export const linkOf = async (bytes) => hex(await sha256(joined(Uint8Array.of(0), bytes)));

/* What a new key signs to prove that its holder asks for it. */
export const possession = async (origin, source, key) =>
  authenticated(POSSESSION, joined(await sha256(text.encode(origin)), await sha256(text.encode(source)), key));

/* What is signed for one event: its names, its place in the chain, its link. */
export const statement = async (act, key) => {
  const link = unhex(await linkOf(act.bytes));
  return authenticated(SEGMENT, joined(
    await sha256(text.encode(act.origin)), await sha256(text.encode(act.source)), key,
    big(act.seq, 8), big(1, 4), unhex(act.previous), link,
  ));
};

/* The event that bytes say; an error where they are no envelope or have two readings. */
export const decoded = (bytes) => {
  const whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const end = whole.indexOf("\n\n");
  const lines = whole.slice(0, end).split("\n");
  const [form, origin] = lines[0].split(" ");
  const [, source, seq, previous, kind, blind] = lines;
  const fits = end > 0 && lines.length === 6 && form === "razao/2" && NAME.test(origin) && NAME.test(source)
    && /^[1-9][0-9]{0,15}$/.test(seq) && /^[0-9a-f]{64}$/.test(previous)
    && /^[a-z][a-z0-9-]{0,59}\/[1-9][0-9]{0,3}$/.test(kind) && /^[0-9a-f]{32}$/.test(blind);
  if (!fits) throw new Error("header");
  const raw = whole.slice(end + 2);
  const body = JSON.parse(raw);
  if (JSON.stringify(body) !== raw) throw new Error("two readings");
  if (Object.keys(body).join() !== "at,day,place,round,payload") throw new Error("body");
  return { bytes, text: whole, origin, source, seq: Number(seq), previous, kind, ...body };
};

export const able = async () => {
  if (!window.isSecureContext || !crypto.subtle || !window.indexedDB) return "insecure";
  try {
    await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
    return "";
  } catch (_error) {
    return "old";
  }
};

/* --- where keys are kept ----------------------------------------------------------------------- */
const opened = () => new Promise((done, fail) => {
  const asked = indexedDB.open("razao", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("keys", { keyPath: "id" });
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});

const stored = async (mode, ask) => {
  const base = await opened();
  try {
    return await new Promise((done, fail) => {
      const within = base.transaction("keys", mode);
      const asked = ask(within.objectStore("keys"));
      within.oncomplete = () => done(asked.result);
      within.onerror = () => fail(within.error);
      within.onabort = () => fail(within.error);
    });
  } finally {
    base.close();
  }
};

export const keys = async (origin) => (await stored("readonly", (store) => store.getAll()))
  .filter((one) => one.origin === origin).sort((a, b) => a.made.localeCompare(b.made));

/* Make a key that nobody can take out of this browser, and keep it before anybody hears of it. */
export const make = async (origin, source, role, casino) => {
  const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const proof = hex(await crypto.subtle.sign("Ed25519", pair.privateKey, await possession(origin, source, raw)));
  const key = { id: `${origin} ${hex(raw)}`, origin, source, role, casino, key: hex(raw), proof,
    made: new Date().toISOString(), secret: pair.privateKey };
  await stored("readwrite", (store) => store.put(key));
  if (navigator.storage && navigator.storage.persist) await navigator.storage.persist();
  return key;
};

export const signed = async (act, key) => {
  const raw = unhex(key.key);
  const signature = await crypto.subtle.sign("Ed25519", key.secret, await statement(act, raw));
  return { key: base64(raw), signature: base64(signature), envelopes: [base64(act.bytes)] };
};
