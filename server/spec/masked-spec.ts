// Separates a spec from its credentials: the masked spec, which every reader can see, has *** in place of the
// credentials, and the credentials are kept with their paths. This module has no side effects; sealed-columns.ts
// encrypts and stores the originals.
import type { z } from "zod";
import { counterpart } from "./counterpart.ts";
import { secretPlaces, type SecretPlace } from "./secret-places.ts";
import { mask, replaceParts, secretParts, type SecretPart } from "./secret-text.ts";
import { withValue } from "./templated-places.ts";
import type { Path } from "./visit.ts";

/** A value of the spec before masking. */
export type Original = readonly [path: Path, value: string | number];

export interface MaskedSpec {
  masked: unknown;
  originals: readonly Original[];
}

export function maskSpec(schema: z.ZodType | undefined, spec: unknown): MaskedSpec {
  let masked = spec;
  const originals: Original[] = [];
  for (const place of secretPlaces(schema, spec)) {
    masked = withValue(masked, place.path, maskedValue(place));
    originals.push([place.path, place.value]);
  }
  return { masked, originals };
}

const maskedValue = (place: SecretPlace) => (place.isWhole ? mask : replaceParts(place.value, place.parts, () => mask));

/** Masks a single string, such as a name derived from an address. */
export const maskText = (text: string): string => replaceParts(text, secretParts(text), () => mask);

/**
 * Masks the strings of a document without a schema, such as an entry of the audit log. All other values stay unchanged.
 */
export function maskTexts<Document>(document: Document): Document {
  return secretPlaces(undefined, document)
    .filter(({ value }) => typeof value === "string")
    .reduce((masked, place) => withValue(masked, place.path, maskedValue(place)), document);
}

/** Returns the spec as it was written. */
export function openSpec({ masked, originals }: MaskedSpec): unknown {
  let spec = masked;
  for (const [path, value] of originals) {
    // If only the masked spec was changed, the value may contain no *** any more; it then stays unchanged.
    const held = valueAt(spec, path);
    if (typeof held === "string" && held.includes(mask)) spec = withValue(spec, path, value);
  }
  return spec;
}

export interface Restored {
  spec: unknown;
  /** The paths that have *** and no stored value. */
  missing: readonly Path[];
}

/** Puts the stored values in place of each *** of a sent spec. */
export function restoreSpec(schema: z.ZodType | undefined, sent: unknown, stored: MaskedSpec | undefined): Restored {
  const find = counterpart(sent, stored?.masked);
  const originals = new Map(stored?.originals.map(([path, value]) => [JSON.stringify(path), value]));
  const missing: Path[] = [];
  let spec = sent;
  for (const place of secretPlaces(schema, sent)) {
    if (!isKept(place)) continue;
    const path = find(place.path);
    const original = path && originals.get(JSON.stringify(path));
    const value =
      original === undefined ? undefined : restored(place, { original, masked: valueAt(stored!.masked, path!) });
    if (value === undefined) missing.push(place.path);
    else spec = withValue(spec, place.path, value);
  }
  return { spec, missing };
}

/** Whether the value is masked, so that the stored value is kept. */
const isKept = (place: SecretPlace) =>
  place.isWhole ? String(place.value).includes(mask) : place.parts.some((part) => isMaskedPart(place.value, part));

const isMaskedPart = (text: string, { from, to }: SecretPart) => text.slice(from, to) === mask;

function restored(
  place: SecretPlace,
  { original, masked }: { original: string | number; masked: unknown },
): string | number | undefined {
  if (place.value === masked) return original;
  if (place.isWhole || typeof original !== "string") return undefined;
  // The string was edited around its secrets, so the secrets are matched by their names in the string.
  const parts = new Map(secretParts(original).map((part) => [part.name, original.slice(part.from, part.to)]));
  const wanted = place.parts.filter((part) => isMaskedPart(place.value, part));
  if (!wanted.every(({ name }) => parts.has(name))) return undefined;
  return replaceParts(place.value, wanted, ({ name }) => parts.get(name)!);
}

export function valueAt(spec: unknown, path: Path): unknown {
  let held = spec;
  for (const key of path) {
    if (typeof held !== "object" || held === null) return undefined;
    held = (held as Readonly<Record<string, unknown>>)[key];
  }
  return held;
}
