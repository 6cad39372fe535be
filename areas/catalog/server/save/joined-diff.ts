// Joins two changes of a document that are counted as one row: the diff then leads from the document before the first change to the
// document after the second one, so that reverting the diffs of an item still reconstructs its earlier documents.
import type { Json } from "#language/columns.ts";
import { printed } from "../../normal-text.ts";
import { revertDiff } from "../../unified-diff.ts";
import { isTextOf } from "../history/text-hash.ts";
import { describeDifference, type DiffChange } from "./diff-change.ts";

/** A stored change of a document. */
export interface KeptDiff {
  diff: string | null;
  config_hash: string | null;
}

/** Undefined when they cannot be joined: another change lies between them, or the second one reverts the first. */
export function joined(first: KeptDiff, second: DiffChange): ReturnType<typeof describeDifference> | undefined {
  const original = originalOf(first, second);
  return original === undefined || original === printed(second.after)
    ? undefined
    : describeDifference(JSON.parse(original) as Json, second.after);
}

/** The document before the first change; undefined when the second change does not directly follow it. */
export function originalOf({ diff, config_hash }: KeptDiff, { before }: DiffChange): string | undefined {
  if (diff === null) return undefined;
  const text = printed(before);
  if (config_hash !== null && !isTextOf(config_hash, text)) return undefined;
  try {
    return revertDiff(text, diff);
  } catch {
    return undefined;
  }
}
