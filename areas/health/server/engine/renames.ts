// Detects renamed checks: a check that only got another name keeps its history.
import { isDeepStrictEqual } from "node:util";
import type { Spec, WrittenCheck } from "../spec/written-checks.ts";

export interface StoredCheck {
  id: string;
  type: string;
  name: string;
  spec: unknown;
  deleted_at: string | null;
}

/** Pairs stored checks that are no longer written with new ones that differ only in the name. */
export function findRenames(
  stored: readonly StoredCheck[],
  written: readonly WrittenCheck[],
): readonly { id: string; name: string }[] {
  const keyOf = ({ type, name }: { type: string; name: string }) => `${type}\0${name}`;
  const names = new Set(written.map(keyOf));
  const known = new Set(stored.map(keyOf));
  const gone = stored.filter((check) => check.deleted_at === null && !names.has(keyOf(check)));
  const renames: { id: string; name: string }[] = [];
  for (const check of written) {
    if (gone.length === 0) break;
    if (known.has(keyOf(check))) continue;
    const at = gone.findIndex(
      ({ type, spec }) => type === check.type && isDeepStrictEqual(nameless(spec), nameless(check.spec)),
    );
    if (at >= 0) renames.push({ id: gone.splice(at, 1)[0]!.id, name: check.name });
  }
  return renames;
}

function nameless(spec: unknown): unknown {
  const { name: _name, ...rest } = (spec ?? {}) as Spec;
  return rest;
}
