// Functions that create random values and ids.
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { spend } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { textOf, type LibraryFunction } from "./function.ts";
import { looseNumber } from "./numbers.ts";
import { matches } from "../pattern.ts";

const gives = "string" as const;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

function drawn(name: string, length: number, from: readonly string[]): string {
  if (length < 0 || length > 10_000) throw new ExpressionFault(`${name} needs a length from 0 to 10000.`);
  if (from.length === 0) throw new ExpressionFault(`${name} needs a class with at least one character.`);
  spend(length);
  return Array.from({ length }, () => from[randomInt(from.length)]).join("");
}

const draw = (name: string, says: string, from: readonly string[]): LibraryFunction => ({
  name: `random.${name}`,
  takes: ["int"],
  gives,
  says,
  call: (length: number) => drawn(`random.${name}`, length, from),
});

const pointOf = (value: unknown): number => {
  const number = typeof value === "number" ? value : typeof value === "string" ? (value.codePointAt(0) ?? -1) : -1;
  if (number < 0 || number > 0x10ffff) throw new ExpressionFault("random.String needs characters or code points.");
  return number;
};

/**
 * Creates a random string. The arguments are `N`, `N CLASS` with a class such as [a-f], or `N FROM TO` with characters
 * or code points. CEL passes the arguments after N as a list.
 */
function text(length: number, ...more: unknown[]): string {
  if (length < 1) throw new ExpressionFault("random.String needs a length of at least 1.");
  const args = more.flat();
  if (args.length === 0) return drawn("random.String", length, [...letters, ...digits, ..."-._"]);
  if (args.length > 1) {
    const [from, to] = [pointOf(args[0]), pointOf(args[1])];
    if (from > to || to - from > 0xffff)
      throw new ExpressionFault("random.String needs a range of at most 65536 characters.");
    const range = Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
    return drawn(
      "random.String",
      length,
      range.filter((sign) => !/[\p{Cc}\p{Cs}\p{Cn}]/u.test(sign)),
    );
  }
  const expression = `^(?:${textOf(args[0])})$`;
  return drawn(
    "random.String",
    length,
    printable.filter((sign) => matches(sign, expression)),
  );
}

function bounds(name: string, args: readonly unknown[], [least, most]: [number, number]): [number, number] {
  const read = args.map((value) => {
    const number = looseNumber(value);
    if (number === undefined) throw new ExpressionFault(`${name} needs numbers.`);
    return number;
  });
  const [from, to] = read.length === 0 ? [least, most] : read.length === 1 ? [least, read[0]!] : [read[0]!, read[1]!];
  if (from > to) throw new ExpressionFault(`${name} needs a minimum and a maximum, in this order.`);
  return [from, to];
}

function number(...args: unknown[]): number {
  const [from, to] = bounds("random.Number", args, [0, 100]).map(Math.trunc) as [number, number];
  if (to - from >= 2 ** 48 - 1) throw new ExpressionFault("random.Number needs a range below 2^48.");
  return randomInt(from, to + 1);
}

function float(...args: unknown[]): number {
  const [from, to] = bounds("random.Float", args, [0, 1]);
  return from + (randomBytes(6).readUIntBE(0, 6) / 2 ** 48) * (to - from);
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the normal form of an id in any common notation; undefined for any other string. */
function uuidOf(text: string): string | undefined {
  if (text.length > 45) return undefined;
  const bare = text
    .toLowerCase()
    .replace(/^urn:uuid:/, "")
    .replace(/^\{(.*)\}$/, "$1");
  const normal = /^[0-9a-f]{32}$/.test(bare) ? dashed(bare) : bare;
  return uuidShape.test(normal) ? normal : undefined;
}

/** Computes SHA-256 over 16 zero bytes and all values as strings, and marks the result as version 5. */
function hashed(...values: unknown[]): string {
  const hash = createHash("sha256").update(new Uint8Array(16));
  for (const value of values) hash.update(textOf(value));
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return dashed(bytes.toString("hex"));
}

/** Creates a UUID of version 1: the time in steps of 100 ns since 1582, and a random node. */
function timeBased(): string {
  const ticks = (BigInt(Date.now()) + 12_219_292_800_000n) * 10_000n + BigInt(randomInt(10_000));
  const hex = ticks.toString(16).padStart(15, "0");
  const node = randomBytes(8);
  node[0] = (node[0]! & 0x3f) | 0x80;
  node[2] = node[2]! | 0x01;
  return dashed(hex.slice(7) + hex.slice(3, 7) + `1${hex.slice(0, 3)}` + node.toString("hex"));
}

export const random: readonly LibraryFunction[] = [
  draw("Alpha", "A string of random letters", [...letters]),
  draw("AlphaNum", "A string of random letters and digits", [...letters, ...digits]),
  draw("ASCII", "A string of random printable characters", printable),
  {
    name: "random.String",
    takes: ["int", "any", "any"],
    least: 1,
    gives,
    says: "A random string with characters of a class such as [a-f], or of a range",
    call: text,
  },
  {
    name: "random.Item",
    takes: ["list"],
    gives: "any",
    isRaw: true,
    says: "A random element of a list",
    call: (values: unknown[]) => {
      if (values.length === 0) throw new ExpressionFault("random.Item needs a list that is not empty.");
      return values[randomInt(values.length)];
    },
  },
  {
    name: "random.Number",
    takes: ["any", "any"],
    least: 0,
    spreads: true,
    gives: "int",
    says: "A random whole number in a range, both ends included; default: 0 to 100",
    call: number,
  },
  {
    name: "random.Float",
    takes: ["any", "any"],
    least: 0,
    spreads: true,
    gives: "double",
    says: "A random number in a range; default: 0 to 1",
    call: float,
  },
  { name: "uuid.V1", takes: [], gives, says: "A new time-based UUID", call: timeBased },
  { name: "uuid.V4", takes: [], gives, says: "A new random UUID", call: () => randomUUID() },
  {
    name: "uuid.Nil",
    takes: [],
    gives,
    says: "The UUID with only zeros",
    call: () => "00000000-0000-0000-0000-000000000000",
  },
  {
    name: "uuid.IsValid",
    takes: ["string"],
    gives: "bool",
    says: "Whether a string is a UUID",
    call: (text: string) => uuidOf(text) !== undefined,
  },
  {
    name: "uuid.Parse",
    takes: ["string"],
    gives,
    says: "A UUID in its normal form",
    call: (text: string) => {
      const found = uuidOf(text);
      if (found === undefined) throw new ExpressionFault(`${JSON.stringify(text.slice(0, 60))} is not a UUID.`);
      return found;
    },
  },
  {
    name: "uuid.HashUUID",
    takes: ["any"],
    repeats: true,
    spreads: true,
    gives,
    says: "A UUID computed from values; the same values return the same UUID",
    call: hashed,
  },
];
