// Computes the merge patch between two documents (RFC 7396): a value is set, null removes a key, lists are replaced as
// a whole. Nulls are removed from both documents first, because a merge patch cannot set null.
import type { Json } from "#language/columns.ts";
import { isSame, withoutNulls } from "./normal-text.ts";

type Entries = Readonly<Record<string, Json | undefined>>;

const isObject = (value: Json | undefined): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns undefined if nothing changed. */
export function mergePatch(before: Json, after: Json): Json | undefined {
  return normalPatch(withoutNulls(before), withoutNulls(after));
}

/** Like `mergePatch`, for documents that are already normalized. */
export function normalPatch(before: Json, after: Json): Json | undefined {
  if (!isObject(before) || !isObject(after)) return isSame(before, after) ? undefined : after;
  const changed: [string, Json][] = [];
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) changed.push([key, null]);
  for (const [key, value] of Object.entries(after) as [string, Json][]) {
    const patch = Object.hasOwn(before, key) ? normalPatch(before[key]!, value) : value;
    if (patch !== undefined) changed.push([key, patch]);
  }
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

export function applyMergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}) as [string, Json][]);
  for (const [key, value] of Object.entries(patch) as [string, Json][]) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key) ?? null, value));
  }
  return Object.fromEntries(merged);
}
