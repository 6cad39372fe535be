// Codes and digests.
import { createHash, randomInt, randomUUID } from "node:crypto";
import { spend } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { toJson } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const gives = "string" as const;

const digest = (name: string, algorithm: string): LibraryFunction => ({
  name: `crypto.${name}`,
  takes: ["any"],
  gives,
  says: `The ${name} digest in hexadecimal`,
  call: (value: unknown) =>
    createHash(algorithm)
      .update(bytesOf(`crypto.${name}`, value))
      .digest("hex"),
});

function bytesOf(name: string, value: unknown): string | Uint8Array {
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  throw new ExpressionFault(`${name} needs a text or bytes.`);
}

function decode(text: string): string {
  const isCode = /^[A-Za-z0-9+/_-]*={0,2}$/.test(text.trim());
  if (!isCode) throw new ExpressionFault("This is not base64.");
  return Buffer.from(text.trim(), "base64").toString("utf8");
}

function urldecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new ExpressionFault("This text has a % that begins no code.");
  }
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const signs = "!#$%&()*+,-./:;<=>?@[]^_{|}~";

function drawn(name: string, length: number, from: string): string {
  if (length < 0 || length > 10_000) throw new ExpressionFault(`${name} needs a length of 0 to 10000.`);
  spend(length);
  return Array.from({ length }, () => from[randomInt(from.length)]).join("");
}

const draw = (name: string, says: string, from: string): LibraryFunction => ({
  name: `random.${name}`,
  takes: ["int"],
  gives,
  says,
  call: (length: number) => drawn(`random.${name}`, length, from),
});

function number(...bounds: number[]): number {
  const [from, to] =
    bounds.length === 0 ? [0, 100] : bounds.length === 1 ? [0, bounds[0]!] : (bounds as [number, number]);
  if (from > to || to - from >= 2 ** 48 - 1)
    throw new ExpressionFault("random.Number needs a least and a greatest number.");
  return randomInt(from, to + 1);
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const codecs: readonly LibraryFunction[] = [
  {
    name: "base64.encode",
    takes: ["any"],
    gives,
    says: "As base64",
    call: (value: unknown) => Buffer.from(bytesOf("base64.encode", value) as string).toString("base64"),
  },
  { name: "base64.decode", takes: ["string"], gives, says: "What base64 stands for", call: decode },
  digest("SHA1", "sha1"),
  digest("SHA256", "sha256"),
  digest("SHA384", "sha384"),
  digest("SHA512", "sha512"),
  {
    name: "urlencode",
    takes: ["string"],
    gives,
    says: "As a part of an address",
    call: (text: string) => encodeURIComponent(text).replaceAll("%20", "+"),
  },
  { name: "urldecode", takes: ["string"], gives, says: "What a part of an address stands for", call: urldecode },
  draw("Alpha", "So many letters", letters),
  draw("AlphaNum", "So many letters and digits", letters + digits),
  draw("ASCII", "So many characters", letters + digits + signs),
  {
    name: "random.Item",
    takes: ["list"],
    gives: "any",
    says: "One element of a list",
    call: (values: unknown[]) => {
      if (values.length === 0) throw new ExpressionFault("random.Item needs a list that is not empty.");
      return values[randomInt(values.length)];
    },
  },
  {
    name: "random.Number",
    takes: ["int", "int"],
    least: 0,
    gives: "int",
    says: "A whole number between two, both included",
    call: number,
  },
  { name: "uuid.V4", takes: [], gives, says: "A new id", call: () => randomUUID() },
  { name: "uuid.Nil", takes: [], gives, says: "The id of nothing", call: () => "00000000-0000-0000-0000-000000000000" },
  {
    name: "uuid.IsValid",
    takes: ["string"],
    gives: "bool",
    says: "Whether a text is an id",
    call: (text: string) => uuidShape.test(text),
  },
  {
    name: "uuid.HashUUID",
    takes: ["any"],
    gives,
    says: "An id made of a value, always the same",
    call: (value: unknown) => hashed(toJson(value)),
  },
];

/** A name-based id (version 5 of RFC 9562) without a namespace. */
function hashed(text: string): string {
  const hash = createHash("sha1").update(text).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString("hex", 0, 16).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
