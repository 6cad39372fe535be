// Writes a value in a format such as `@csv`.
import { spend, uncounted } from "../budget.ts";
import { toJson } from "../json-text.ts";
import { asText, JqError, kindOf } from "./values.ts";

export const asJsonText = (value: unknown): string => {
  const text = toJson(value, { sorted: true });
  spend(text.length);
  return text;
};

const entities: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  "'": "&#39;",
  '"': "&quot;",
};

function row(value: unknown, name: string, write: (text: string) => string, separator: string): string {
  if (!Array.isArray(value)) throw new JqError(`${kindOf(value)} cannot be ${name}-formatted, only an array can be`);
  return value
    .map((cell: unknown) => {
      if (cell === null) return "";
      if (typeof cell === "string") return write(cell);
      if (typeof cell === "object") throw new JqError(`${kindOf(cell)} is not valid in a ${name} row`);
      return asText(cell);
    })
    .join(separator);
}

const shell = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shell).join(" ");
  if (typeof value === "string") return `'${value.replaceAll("'", String.raw`'\''`)}'`;
  if (kindOf(value) === "object") throw new JqError("object can not be escaped for shell");
  return asText(value);
};

/** Leaves RFC 3986's unreserved characters unescaped. */
const uri = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function fromUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new JqError(`string (${JSON.stringify(text.slice(0, 20))}) is not a valid uri encoding`);
  }
}

function fromBase64(text: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new JqError(`string (${JSON.stringify(text.slice(0, 20))}) is not valid base64 data`);
  return Buffer.from(text, "base64").toString();
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(text: string): string {
  let bits = "";
  for (const byte of Buffer.from(text)) bits += byte.toString(2).padStart(8, "0");
  const code = bits.replaceAll(/.{1,5}/g, (five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)]!);
  return code.padEnd(Math.ceil(code.length / 8) * 8, "=");
}

function fromBase32(text: string): string {
  if (!/^[A-Z2-7]*=*$/.test(text))
    throw new JqError(`string (${JSON.stringify(text.slice(0, 20))}) is not valid base32 data`);
  const bits = text.replaceAll(/=|[A-Z2-7]/g, (sign) =>
    sign === "=" ? "" : letters.indexOf(sign).toString(2).padStart(5, "0"),
  );
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString();
}

const textFormat =
  (write: (text: string) => string) =>
  (value: unknown): string => {
    const text = asText(value);
    uncounted(text.length);
    const written = write(text);
    spend(written.length);
    return written;
  };

export const formats: Readonly<Record<string, (value: unknown) => string>> = {
  text: textFormat((text) => text),
  json: asJsonText,
  csv: (value) => row(value, "csv", (text) => `"${text.replaceAll('"', '""')}"`, ","),
  tsv: (value) =>
    row(
      value,
      "tsv",
      (text) => text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r"),
      "\t",
    ),
  html: textFormat((text) => text.replaceAll(/[<>&'"]/g, (sign) => entities[sign]!)),
  uri: textFormat(uri),
  urid: textFormat(fromUri),
  sh: shell,
  base64: textFormat((text) => Buffer.from(text).toString("base64")),
  base64d: textFormat(fromBase64),
  base32: textFormat(base32),
  base32d: textFormat(fromBase32),
};
