// Finds encoded forms of a secret that decoding does not reveal: base64 at any offset of the encoded data, hexadecimal
// digits, and single lines. Escapes are decoded in views.ts.
import { isSecretName } from "#language/secret-names.ts";
import type { Needle } from "./needles.ts";

/** Minimum length of a searched piece. Shorter pieces of an encoded secret are too ambiguous. */
const minEncodedLength = 8;
/** In a multiline secret, a line without a name is secret from this length on. */
const minLineLength = 8;

export function* formsOf(secret: string): Iterable<Needle> {
  const whole = secret.trim();
  yield* formsOfText(whole);
  for (const part of partsOf(whole)) yield* formsOfText(part);
}

function* formsOfText(text: string): Iterable<Needle> {
  yield isMereWord(text) ? { text, isWord: true } : { text };
  // The secret may have been escaped before it was encoded.
  for (const written of new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())])) {
    yield* encoded(Buffer.from(written));
    // PowerShell and Windows encode UTF-16.
    yield* encoded(Buffer.from(written, "utf16le"));
  }
}

/** Whether the string may also occur without being a secret. */
const isMereWord = (text: string) => text.length < 8 || (text.length < 12 && /^(?:[a-z]+|[A-Z]+|\d+)$/.test(text));

function* encoded(bytes: Buffer): Iterable<Needle> {
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((offset) => base64Inside(bytes, offset));
  const urlSafe = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  for (const text of [hex, hex.toUpperCase()]) if (text.length >= minEncodedLength) yield { text };
  for (const text of [...base64, ...urlSafe]) if (text.length >= minEncodedLength) yield { text, isEncoded: true };
}

/**
 * Returns the base64 digits that depend only on these bytes, if `offset` bytes precede them in their group of three.
 */
function base64Inside(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replaceAll("=", "");
  const isCut = (offset + bytes.length) % 3 !== 0;
  return digits.slice(Math.ceil((offset * 8) / 6), isCut ? -1 : undefined);
}

/** Yields the parts of a multiline string or document that are secret on their own. */
function* partsOf(text: string): Iterable<string> {
  const document = text.startsWith("{") || text.startsWith("[") ? parsed(text) : undefined;
  if (document !== undefined) return yield* secretsIn(document);
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  if (lines.length === 1) return;
  for (const line of lines) {
    // The first and last lines of a PEM key are not secret.
    if (line.startsWith("-----")) continue;
    const named = /^(?:-\s+)?["']?([\w.-]+)["']?\s*[:=]\s*["']?(.+?)["']?,?$/.exec(line);
    if (!named) {
      if (line.length >= minLineLength) yield line;
    } else if (isSecretName(named[1]!) || (named[2]!.length >= 16 && !/\s/.test(named[2]!))) yield named[2]!;
  }
  yield lines.filter((line) => !line.startsWith("-----")).join("");
}

function* secretsIn(document: unknown, name = ""): Iterable<string> {
  if (typeof document === "string") {
    if (isSecretName(name)) yield* [document, ...partsOf(document)];
  } else if (typeof document === "object" && document !== null)
    for (const [key, part] of Object.entries(document)) yield* secretsIn(part, Array.isArray(document) ? name : key);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
