// Builds the change for a document that differs from the stored one.
import type { Json } from "#language/columns.ts";
import { changedPaths } from "../../changed-paths.ts";
import { normalPatch } from "../../merge-patch.ts";
import { withoutNulls, printed } from "../../normal-text.ts";
import { hashOfText } from "../history/text-hash.ts";
import { unifiedDiff } from "../../unified-diff.ts";
import type { FoundChange } from "../scrape/found.ts";

export interface DiffChange {
  change: FoundChange;
  /** The document before and after the change, normalised. */
  before: Json;
  after: Json;
  /** The hash of `after`. */
  hash: string;
}

export function diffChange(was: Json, is: Json): DiffChange {
  const [before, after] = [withoutNulls(was), withoutNulls(is)];
  const text = printed(after);
  const difference = describeDifference(before, after, text);
  return {
    before,
    after,
    hash: hashOfText(text),
    change: { externalId: "", type: "diff", source: "diff", ...difference },
  };
}

/** Expects normalised documents. */
export const describeDifference = (before: Json, after: Json, text = printed(after)) => ({
  summary: changedPaths(before, after),
  patches: normalPatch(before, after) ?? null,
  diff: unifiedDiff(printed(before), text),
});
