// Removes checks from the spec of a canary, and adds them again.
import { isRecord, writtenChecks, type Spec } from "./written-checks.ts";
import type { Json } from "#language/columns.ts";

export interface CheckKey {
  type: string;
  name: string;
}

const isSame = (a: CheckKey, b: CheckKey) => a.type === b.type && a.name === b.name;

/**
 * `opened` is `spec` with its decrypted credentials. Names come from `spec`, because checks are named by the masked
 * spec.
 */
export interface BothSpecs {
  spec: unknown;
  opened: unknown;
}

export interface TakenOut {
  /** The decrypted spec without the removed checks. */
  left: Spec;
  /** The entry of each check, with its credentials. */
  entries: ReadonlyMap<CheckKey, unknown>;
}

export function takeOut({ spec, opened }: BothSpecs, keys: readonly CheckKey[]): TakenOut {
  const written = writtenChecks({ spec: spec as Json, namespace: "" });
  const entries = new Map<CheckKey, unknown>();
  const left: Record<string, unknown> = { ...(isRecord(opened) ? opened : {}) };
  for (const [type, masked] of Object.entries(isRecord(spec) ? spec : {})) {
    const keyOf = (item: unknown) => {
      const check = written.find((entry) => entry.spec === item);
      return check && keys.find((key) => isSame(key, check));
    };
    if (!Array.isArray(masked)) {
      const key = keyOf(masked);
      if (!key) continue;
      entries.set(key, left[type]);
      delete left[type];
      continue;
    }
    const items = left[type] as readonly unknown[];
    const gone = masked.map(keyOf);
    for (const [index, key] of gone.entries()) if (key) entries.set(key, items[index]);
    if (gone.some(Boolean)) left[type] = items.filter((_, index) => gone[index] === undefined);
    if ((left[type] as readonly unknown[]).length === 0) delete left[type];
  }
  return { left, entries };
}

/**
 * Returns the decrypted spec with one more entry; undefined if the canary already has a check of this type and name.
 */
export function putBack({ spec, opened }: BothSpecs, key: CheckKey, entry: unknown): Spec | undefined {
  if (writtenChecks({ spec: spec as Json, namespace: "" }).some((check) => isSame(check, key))) return undefined;
  const all = isRecord(opened) ? opened : {};
  const list = all[key.type];
  // A canary has at most one webhook, and a list for each other kind.
  if (key.type === "webhook" && !Array.isArray(list))
    return list === undefined ? { ...all, webhook: entry } : undefined;
  return { ...all, [key.type]: [...(Array.isArray(list) ? (list as unknown[]) : []), entry] };
}
