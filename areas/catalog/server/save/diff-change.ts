// The change that another document is.
import type { Json } from "#language/columns.ts";
import { changedPaths } from "../../changed-paths.ts";
import { normalPatch } from "../../merge-patch.ts";
import { withoutNulls, printed } from "../../normal-text.ts";
import { hashOfText } from "../history/text-hash.ts";
import { unifiedDiff } from "../../unified-diff.ts";
import type { FoundChange } from "../scrape/found.ts";

export interface DiffChange {
  change: FoundChange;
  /** The document as it was, and as it is, normalised. */
  before: Json;
  after: Json;
  /** Of what it is. */
  hash: string;
}

export function diffChange(was: Json, is: Json): DiffChange {
  const [before, after] = [withoutNulls(was), withoutNulls(is)];
  const text = printed(after);
  const told = toldBetween(before, after, text);
  return {
    before,
    after,
    hash: hashOfText(text),
    change: { externalId: "", type: "diff", source: "diff", ...told },
  };
}

/** What is told of a change between two documents, which are normalised. */
export const toldBetween = (before: Json, after: Json, text = printed(after)) => ({
  summary: changedPaths(before, after),
  patches: normalPatch(before, after) ?? null,
  diff: unifiedDiff(printed(before), text),
});
