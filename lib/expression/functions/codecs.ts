// Encodings and digests.
import { createHash } from "node:crypto";
import { ExpressionFault } from "../fault.ts";
import { textOf, type LibraryFunction } from "./function.ts";

const gives = "string" as const;

const bytesOf = (value: unknown): string | Uint8Array => (value instanceof Uint8Array ? value : textOf(value));

const digest = (name: string, algorithm: string): LibraryFunction[] => {
  const hash = (value: unknown) => createHash(algorithm).update(bytesOf(value)).digest();
  return [
    {
      name: `crypto.${name}`,
      takes: ["any"],
      gives,
      says: `The ${name} digest of the value as a string, in hexadecimal`,
      call: (value: unknown) => hash(value).toString("hex"),
    },
    {
      name: `crypto.${name}Bytes`,
      takes: ["any"],
      gives: "bytes",
      says: `The ${name} digest of the value as a string, as bytes`,
      call: (value: unknown) => new Uint8Array(hash(value)),
    },
  ];
};

function decoded(text: string): Buffer {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(trimmed)) throw new ExpressionFault("The value is not valid base64.");
  return Buffer.from(trimmed, "base64");
}

function urldecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Leaves the same characters unescaped as Go's QueryEscape. */
export const urlencode = (text: string) =>
  encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const codecs: readonly LibraryFunction[] = [
  {
    name: "base64.encode",
    templateNames: ["base64.Encode"],
    takes: ["any"],
    gives,
    says: "Encodes a value in base64",
    call: (value: unknown) => Buffer.from(bytesOf(value) as string).toString("base64"),
  },
  {
    name: "base64.decode",
    templateNames: ["base64.Decode"],
    takes: ["string"],
    gives,
    says: "Decodes base64 to a string",
    call: (text: string) => decoded(text).toString("utf8"),
  },
  {
    name: "base64.DecodeBytes",
    only: "template",
    takes: ["string"],
    gives: "bytes",
    says: "Decodes base64 to bytes",
    call: (text: string) => new Uint8Array(decoded(text)),
  },
  ...digest("SHA1", "sha1"),
  ...digest("SHA224", "sha224"),
  ...digest("SHA256", "sha256"),
  ...digest("SHA384", "sha384"),
  ...digest("SHA512", "sha512"),
  ...digest("SHA512_224", "sha512-224"),
  ...digest("SHA512_256", "sha512-256"),
  { name: "urlencode", takes: ["string"], gives, says: "Escapes a string for the query of a URL", call: urlencode },
  {
    name: "urldecode",
    only: "cel",
    takes: ["string"],
    gives,
    says: "Decodes an escaped part of a URL; returns an empty string if it is invalid",
    call: (text: string) => urldecode(text) ?? "",
  },
  {
    name: "urldecode",
    only: "template",
    takes: ["string"],
    gives,
    says: "Decodes an escaped part of a URL; fails if it is invalid",
    call: (text: string) => {
      const found = urldecode(text);
      if (found === undefined) throw new ExpressionFault("urldecode found a % that does not start an escape sequence.");
      return found;
    },
  },
];
