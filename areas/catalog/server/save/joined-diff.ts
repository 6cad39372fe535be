// Two changes of a document that count as one are told as one: from what it was before the first to what it is after the second.
// So whoever goes back over the changes of an item finds its document as it was.
import type { Json } from "#language/columns.ts";
import { changedPaths } from "../../changed-paths.ts";
import { mergePatch } from "../../merge-patch.ts";
import { normalText } from "../../normal-text.ts";
import { revertDiff, unifiedDiff } from "../../unified-diff.ts";
import type { DiffChange } from "./diff-change.ts";

/** Nothing when they cannot be one: the first is of another document, or the second takes it back. */
export function joined(
  first: string | null,
  { before, after }: DiffChange,
): { diff: string; patches: Json; summary: string } | undefined {
  if (first === null) return undefined;
  let original: string;
  try {
    original = revertDiff(normalText(before), first);
  } catch {
    return undefined;
  }
  const [was, is] = [JSON.parse(original) as Json, normalText(after)];
  if (original === is) return undefined;
  return {
    diff: unifiedDiff(original, is),
    patches: mergePatch(was, after) ?? null,
    summary: changedPaths(was, after),
  };
}
