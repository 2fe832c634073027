// Razão's wire in one file of Node 20, by its standard library alone: to prove that WIRE.md says it
// all, and to read where another language has to take care.
//
//   node razao.mjs check VECTORS.json    the golden vectors (`razao conform --vectors`), made again
//                                        and judged; says each that comes out otherwise
//   node razao.mjs encode KIND           an event's canonical bytes, from one JSON object on stdin:
//                                        origin, source, seq, previous, blind, at, day, place, round,
//                                        payload
//
// Where JavaScript needs care: JSON.parse loses the order of keys that look like numbers, the
// difference between 3 and 3.0, and whole numbers beyond 2^53; strings sort by UTF-16, the wire's
// keys by code point. Hence a parser and a comparison of its own.

import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const SIZE_MAX = 65535, EVENTS_MAX = 1000, INTEGER_MAX = 9007199254740991n, DEPTH_MAX = 32;
const SEGMENT = "application/vnd.razao.segment.v1", POSSESSION = "application/vnd.razao.possession.v1";
const NO_LINK = "0".repeat(64);
const NAME = "[A-Za-z0-9][A-Za-z0-9._:-]{0,63}", DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
const LINES = [
  ["format", new RegExp(`^razao/[12] ${NAME}$`)], ["source", new RegExp(`^${NAME}$`)],
  ["seq", /^[1-9][0-9]{0,15}$/], ["previous", /^[0-9a-f]{64}$/],
  ["kind", /^[a-z][a-z0-9-]{0,59}\/[1-9][0-9]{0,3}$/], ["blind", /^[0-9a-f]{32}$/],
];
const INSTANT = new RegExp(`^(${DAY})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{6}Z$`);
const ROUND = new RegExp(`^${NAME}/(${DAY})/[1-9][0-9]{0,8}$`);
const { kinds, parts } = JSON.parse(
  readFileSync(new URL("./razao_client/kinds.json", import.meta.url), "utf8"));

class Refused extends Error {
  constructor(code, message) { super(message); this.code = code; }
}
const malformed = (message) => { throw new Refused("malformed", message); };

// --- JSON, exactly: objects are Maps in their order, whole numbers are BigInts ---------------------

export function parse(text) {
  let at = 0;
  const wrong = (what) => malformed(`character ${at}: expected ${what}`);
  const skip = () => { while (" \t\n\r".includes(text[at]) && at < text.length) at++; };
  const take = (mark) => { if (!text.startsWith(mark, at)) wrong(mark); at += mark.length; };
  const token = (form) => { form.lastIndex = at; const found = form.exec(text); return found?.[0]; };
  function string() {
    const found = token(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y) ?? wrong("a text");
    at += found.length;
    const meant = JSON.parse(found);
    return meant.isWellFormed() ? meant : malformed("half a character");
  }
  function value(depth) {
    if (depth > 1000) wrong("fewer objects in each other");
    skip();
    const first = text[at];
    if (first === "{") return object(depth);
    if (first === "[") return list(depth);
    if (first === '"') return string();
    for (const [word, meant] of [["true", true], ["false", false], ["null", null]])
      if (text.startsWith(word, at)) { at += word.length; return meant; }
    const number = token(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y) ?? wrong("a value");
    at += number.length;
    return /[.eE]/.test(number) ? Number(number) : BigInt(number);
  }
  function several(close, one) {
    at++; skip();
    if (text[at] === close) { at++; return; }
    for (;;) { one(); skip(); if (text[at] === close) { at++; return; } take(","); }
  }
  function object(depth) {
    const found = new Map();
    several("}", () => { skip(); const name = string(); skip(); take(":"); found.set(name, value(depth + 1)); });
    return found;
  }
  function list(depth) {
    const found = [];
    several("]", () => found.push(value(depth + 1)));
    return found;
  }
  const whole = value(0);
  skip();
  if (at < text.length) wrong("the end");
  return whole;
}

export function stringify(value) {
  if (value instanceof Map)
    return `{${[...value].map(([name, one]) => `${stringify(name)}:${stringify(one)}`).join(",")}}`;
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

const byCodePoint = ([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other));

// --- the vocabulary --------------------------------------------------------------------------------

const isDay = (text) => new RegExp(`^${DAY}$`).test(text)
  && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const isInstant = (text) => { const found = INSTANT.exec(text); return found !== null && isDay(found[1]); };
const TYPES = {
  integer: (value) => typeof value === "bigint", string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean", array: Array.isArray,
  object: (value) => value instanceof Map,
};

/** A value in its one spelling: fields in the schema's order, defaults left out, open maps sorted. */
function canonical(path, schema, value) {
  if (schema.$ref) return canonical(path, parts[schema.$ref.split("/").pop()], value);
  if (schema.anyOf) {
    for (const one of schema.anyOf)
      try { return canonical(path, one, value); } catch (error) { if (!(error instanceof Refused)) throw error; }
    malformed(`${path}: none of the types that may stand there`);
  }
  if (schema.enum) return schema.enum.includes(value) ? value : malformed(`${path}: ${value} is no word of its list`);
  if (!TYPES[schema.type](value)) malformed(`${path}: expected ${schema.type}`);
  if (schema.type === "integer") {
    if (value < BigInt(schema.minimum) || value > BigInt(schema.maximum)) malformed(`${path}: ${value} is out of range`);
  } else if (schema.type === "string") {
    const size = [...value].length;
    if (size < (schema.minLength ?? 0) || size > (schema.maxLength ?? SIZE_MAX)) malformed(`${path}: ${size} characters`);
    if (schema.format === "date" && !isDay(value)) malformed(`${path}: no day`);
    if (schema.format === "date-time" && !isInstant(value)) malformed(`${path}: no time`);
  } else if (schema.type === "array") {
    return value.map((one, number) => canonical(`${path}[${number}]`, schema.items, one));
  } else if (schema.type === "object") {
    return schema.properties ? fields(path, schema, value) : open(path, schema, value);
  }
  return value;
}

function fields(path, schema, value) {
  const needed = schema.required ?? [], found = new Map();
  for (const name of value.keys()) if (!(name in schema.properties)) malformed(`${path}: no field ${name}`);
  for (const name of needed) if (!value.has(name)) malformed(`${path}: ${name} is missing`);
  for (const [name, inner] of Object.entries(schema.properties)) {
    if (!value.has(name)) continue;
    if (value.get(name) === null && !needed.includes(name) && !("default" in inner)) continue; // absent, in another spelling
    const one = canonical(`${path}.${name}`, inner, value.get(name));
    if (needed.includes(name) || !("default" in inner) || stringify(one) !== JSON.stringify(inner.default))
      found.set(name, one);
  }
  return found;
}

function open(path, schema, value) {
  const inner = schema.additionalProperties;
  const one = typeof inner === "object" ? (at, it) => canonical(at, inner, it) : (at, it) => plain(at, it, 3, true);
  return new Map([...value].map(([name, it]) => [name, one(`${path}.${name}`, it)]).sort(byCodePoint));
}

/** A value of any shape: no fractions, whole numbers within bounds, not too deep. */
function plain(path, value, depth, sorted) {
  if (typeof value === "number" || (typeof value === "bigint" && (value > INTEGER_MAX || value < -INTEGER_MAX)))
    malformed(`${path}: expected whole numbers within ±(2^53-1)`);
  if (value === null || typeof value !== "object") return value;
  if (depth === 0) malformed(`${path}: too deep`);
  if (Array.isArray(value)) return value.map((one) => plain(path, one, depth - 1, sorted));
  const found = [...value].map(([name, one]) => [name, plain(`${path}.${name}`, one, depth - 1, sorted)]);
  return new Map(sorted ? found.sort(byCodePoint) : found);
}

// --- envelopes -------------------------------------------------------------------------------------

/** Canonical bytes of an event; `payload` is a Map, as `parse` gives it. */
export function encode({ format = "razao/2", origin, source, seq, previous, kind, blind, at, day, place, round, payload }) {
  const body = new Map(Object.entries({ at, day: day ?? null, place: place ?? null, round: round ?? null }));
  body.set("payload", kinds[kind] ? canonical("payload", kinds[kind], payload) : plain("payload", payload, DEPTH_MAX, false));
  const header = [`${format} ${origin}`, source, seq, previous, kind, ...(format === "razao/2" ? [blind] : [])];
  return Buffer.from(`${header.join("\n")}\n\n${stringify(body)}`);
}

/** The event that canonical bytes say; refuses every other spelling. */
export function decode(data) {
  if (data.length > SIZE_MAX) throw new Refused("oversize", `${data.length} bytes`);
  const end = data.indexOf("\n\n");
  if (end < 0) malformed("no empty line ends a header");
  const lines = data.subarray(0, end).toString("latin1").split("\n");
  if (lines.length !== (lines[0].startsWith("razao/1 ") ? 5 : 6)) malformed(`a header of ${lines.length} lines`);
  lines.forEach((line, number) => LINES[number][1].test(line) || malformed(`${LINES[number][0]}: ${line}`));
  if (BigInt(lines[2]) > INTEGER_MAX) malformed(`seq: ${lines[2]}`);
  let text;
  try { text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data.subarray(end + 2)); } catch { malformed("the body is not UTF-8"); }
  if (text.includes("\\u0000")) malformed("a text holds the character NUL");
  const body = parse(text);
  if (!(body instanceof Map)) malformed("the body is no object");
  for (const name of ["at", "day", "place", "round", "payload"]) if (!body.has(name)) malformed(`${name} is missing`);
  if (body.size !== 5 || !(body.get("payload") instanceof Map)) malformed("the body has at, day, place, round, payload");
  const [at, day, place, round] = ["at", "day", "place", "round"].map((name) => body.get(name));
  if (typeof at !== "string" || !isInstant(at)) malformed(`at: ${at}`);
  if (day !== null && !(typeof day === "string" && isDay(day))) malformed(`day: ${day}`);
  if (place !== null && !(typeof place === "string" && LINES[1][1].test(place))) malformed(`place: ${place}`);
  if (round !== null && !(typeof round === "string" && isDay(ROUND.exec(round)?.[1] ?? ""))) malformed(`round: ${round}`);
  const [format, origin] = lines[0].split(" "), [source, seq, previous, kind, blind] = lines.slice(1);
  const event = { format, origin, source, seq, previous, kind, blind, at, day, place, round, payload: body.get("payload") };
  if (!encode(event).equals(data)) throw new Refused("not-canonical", "it has another spelling");
  if (text.normalize("NFC") !== text) throw new Refused("not-canonical", "text is not in Unicode form NFC");
  return event;
}

// --- links, roots, statements, signatures ----------------------------------------------------------

export const sha256 = (...data) => data.reduce((hash, one) => hash.update(one), createHash("sha256")).digest();
export const linkOf = (envelope) => sha256(Buffer.of(0), envelope);

export function rootOf(links) {
  let level = links;
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at + 1 < level.length; at += 2) above.push(sha256(Buffer.of(1), level[at], level[at + 1]));
    level = level.length % 2 ? [...above, level.at(-1)] : above;
  }
  return level[0];
}

const dsse = (type, payload) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);

export function statement(origin, source, key, first, previous, links) {
  const numbers = Buffer.alloc(12);
  numbers.writeBigUInt64BE(BigInt(first));
  numbers.writeUInt32BE(links.length, 8);
  return dsse(SEGMENT, Buffer.concat([sha256(origin), sha256(source), key, numbers, previous, rootOf(links)]));
}

export const possession = (origin, source, key) => dsse(POSSESSION, Buffer.concat([sha256(origin), sha256(source), key]));
const privateKey = (seed) => createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]), format: "der", type: "pkcs8" });
const publicKey = (raw) => createPublicKey({
  key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]), format: "der", type: "spki" });
export const publicOf = (seed) => createPublicKey(privateKey(seed)).export({ format: "der", type: "spki" }).subarray(-32);
export const signed = (seed, message) => sign(null, message, privateKey(seed));
export const fits = (key, message, signature) =>
  key.length === 32 && signature.length === 64 && verify(null, message, publicKey(key), signature);

export const lineOf = (key, signature, envelopes) => JSON.stringify({
  key: key.toString("base64"), signature: signature.toString("base64"),
  envelopes: envelopes.map((one) => one.toString("base64")) });

// --- a door in thirty lines: what becomes of a line ------------------------------------------------

export class Door {
  constructor(origin, source, key) { Object.assign(this, { origin, source, key, links: [] }); }

  judge(line) {
    try { return this.#judge(JSON.parse(line)); } catch (error) {
      if (error instanceof Refused) return error.code;
      throw error;
    }
  }

  #judge(told) {
    const [key, signature] = [told.key, told.signature].map((one) => Buffer.from(one, "base64"));
    const envelopes = told.envelopes.map((one) => Buffer.from(one, "base64"));
    if (key.length !== 32 || signature.length !== 64) malformed("a key has 32 bytes, a signature 64");
    if (envelopes.length < 1 || envelopes.length > EVENTS_MAX) malformed(`${envelopes.length} events`);
    const events = envelopes.map(decode), links = envelopes.map(linkOf);
    const first = Number(events[0].seq), previous = Buffer.from(events[0].previous, "hex");
    events.forEach((event, number) => {
      if (event.origin !== this.origin) throw new Refused("wrong-origin", event.origin);
      if (event.source !== events[0].source || Number(event.seq) !== first + number) malformed(`seq ${event.seq}`);
      if (number && event.previous !== links[number - 1].toString("hex")) malformed(`the link before seq ${event.seq}`);
      if (events.length > 1 && kinds[event.kind]?.alone) malformed(`${event.kind} must stand alone`);
    });
    if (events[0].source !== this.source) throw new Refused("unknown-source", events[0].source);
    if (!key.equals(this.key)) throw new Refused("unknown-key", key.toString("hex"));
    if (!fits(key, statement(this.origin, this.source, key, first, previous, links), signature))
      throw new Refused("unauthentic", "the signature does not fit");
    const head = this.links.length, here = links.slice(0, Math.max(0, head - first + 1));
    if (here.some((link, number) => !link.equals(this.links[first - 1 + number]))) throw new Refused("fork", `seq ${first}`);
    if (first <= head) return here.length === links.length ? "repeated" : "overlap";
    if (first > head + 1) return "gap";
    if (!previous.equals(this.links.at(-1) ?? Buffer.from(NO_LINK, "hex"))) return "fork";
    this.links.push(...links);
    return "admitted";
  }
}

// --- the golden vectors ----------------------------------------------------------------------------

/** Sentences on all vectors that come out otherwise here. */
export function check(vectors) {
  const found = [], counts = {};
  const expect = (what, name, got, expected) => {
    counts[what] = (counts[what] ?? 0) + 1;
    if (got !== expected) found.push(`${what} ${name}: expected ${expected}, got ${got}`);
  };
  const bytes = (text) => Buffer.from(text, "hex");
  for (const one of vectors.envelopes) {
    const data = Buffer.from(one.envelope, "base64");
    expect("link", one.name, linkOf(data).toString("hex"), one.link);
    expect("envelope", one.name, outcomeOf(data, one.header?.origin ?? vectors.origin), one.outcome);
    if (!one.header) continue;
    const body = parse(data.toString().slice(data.indexOf("\n\n") + 2)); // its payload, in a Map's order
    const made = encode({ ...one.header, ...one.body, payload: shuffled(body.get("payload")) });
    expect("made", one.name, made.toString(), data.toString());
  }
  vectors.roots.forEach((one, number) =>
    expect("root", number, rootOf(one.links.map(bytes)).toString("hex"), one.root));
  for (const one of vectors.signatures) {
    expect("signature", one.name, fits(bytes(one.key), bytes(one.signed), bytes(one.signature)), one.fits);
    if (one.seed) expect("signed", one.name, signed(bytes(one.seed), bytes(one.signed)).toString("hex"), one.signature);
  }
  for (const one of vectors.possessions) {
    const key = publicOf(bytes(one.seed)), message = possession(one.origin, one.source, key);
    expect("key", one.source, key.toString("hex"), one.key);
    expect("possession", one.source, message.toString("hex"), one.signed);
    expect("proof", one.source, signed(bytes(one.seed), message).toString("hex"), one.proof);
  }
  const door = new Door(vectors.origin, vectors.source, bytes(vectors.key));
  vectors.segments.forEach((one, number) => {
    expect("segment", one.name, door.judge(one.line), one.outcome);
    const told = vectors.statements[number];
    if (!told) return;
    const envelopes = JSON.parse(one.line).envelopes.map((it) => Buffer.from(it, "base64"));
    const message = statement(told.origin, told.source, bytes(told.key), told.first, bytes(told.previous), envelopes.map(linkOf));
    expect("statement", one.name, message.toString("hex"), told.signed);
    expect("line", one.name, lineOf(bytes(told.key), signed(bytes(vectors.seed), message), envelopes), one.line);
  });
  return { counts, found };
}

function outcomeOf(data, origin) {
  try { return decode(data).origin === origin ? "ok" : "wrong-origin"; } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

/** The same fields in another order, for the encoder to put right. */
const shuffled = (payload) => new Map([...payload].reverse());

function main([verb, argument]) {
  if (verb === "check" && argument) {
    const { counts, found } = check(JSON.parse(readFileSync(argument, "utf8")));
    found.forEach((one) => console.log(one));
    console.log(JSON.stringify(counts));
    return found.length ? 1 : 0;
  }
  if (verb === "encode" && argument) {
    const told = Object.fromEntries(parse(readFileSync(0, "utf8")));
    process.stdout.write(encode({ ...told, kind: argument }));
    return 0;
  }
  console.error("usage: node razao.mjs check VECTORS.json | encode KIND < EVENT.json");
  return 2;
}

if (process.argv[1] && import.meta.url.endsWith(`/${process.argv[1].split(/[\\/]/).pop()}`))
  process.exitCode = main(process.argv.slice(2));
