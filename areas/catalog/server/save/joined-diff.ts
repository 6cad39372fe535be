// Two changes of a document that count as one are told as one: from what it was before the first to what it is after the second.
// So whoever goes back over the changes of an item finds its document as it was.
import type { Json } from "#language/columns.ts";
import { printed } from "../../normal-text.ts";
import { revertDiff } from "../../unified-diff.ts";
import { toldBetween, type DiffChange } from "./diff-change.ts";

/** Nothing when they cannot be one: the first is of another document, or the second takes it back. */
export function joined(
  first: string | null,
  { before, after }: DiffChange,
): ReturnType<typeof toldBetween> | undefined {
  if (first === null) return undefined;
  let original: string;
  try {
    original = revertDiff(printed(before), first);
  } catch {
    return undefined;
  }
  return original === printed(after) ? undefined : toldBetween(JSON.parse(original) as Json, after);
}
