// The change that another document is.
import type { Json } from "#language/columns.ts";
import { changedPaths } from "../../changed-paths.ts";
import { mergePatch } from "../../merge-patch.ts";
import { normalText } from "../../normal-text.ts";
import { unifiedDiff } from "../../unified-diff.ts";
import type { FoundChange } from "../scrape/found.ts";

export interface DiffChange {
  change: FoundChange;
  /** The document as it was, and as it is. */
  before: Json;
  after: Json;
}

export const diffChange = (before: Json, after: Json): DiffChange => ({
  before,
  after,
  change: {
    externalId: "",
    type: "diff",
    source: "diff",
    summary: changedPaths(before, after),
    patches: mergePatch(before, after),
    diff: unifiedDiff(normalText(before), normalText(after)),
  },
});
