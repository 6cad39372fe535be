// Two changes of a document that count as one are told as one: from what it was before the first to what it is after the second.
// So whoever goes back over the changes of an item finds its document as it was.
import type { Json } from "#language/columns.ts";
import { printed } from "../../normal-text.ts";
import { revertDiff } from "../../unified-diff.ts";
import { isTextOf } from "../history/text-hash.ts";
import { toldBetween, type DiffChange } from "./diff-change.ts";

/** A change of a document that was kept. */
export interface KeptDiff {
  diff: string | null;
  config_hash: string | null;
}

/** Nothing when they cannot be one: something lies between them, or the second takes the first back. */
export function joined(first: KeptDiff, second: DiffChange): ReturnType<typeof toldBetween> | undefined {
  const original = originalOf(first, second);
  return original === undefined || original === printed(second.after)
    ? undefined
    : toldBetween(JSON.parse(original) as Json, second.after);
}

/** What the document was before the first; undefined when the second does not follow upon it. */
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
