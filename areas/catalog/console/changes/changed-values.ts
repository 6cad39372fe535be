// The values that document changes replaced, such as the old and the new version of an image. Lists of changes contain
// no diffs, so the diffs of the shown changes are loaded with one request.
import { useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { changedValueIn, printChangedValue } from "#lib/text/changed-value.ts";

interface ShownChange {
  id: string;
  change_type: string;
  summary?: string | null | undefined;
}

/** The changed value of each change, by change id: "1.4.0 → 1.5.0". */
export type ChangedValues = ReadonlyMap<string, string>;

const NONE: ChangedValues = new Map();
export const ChangedValuesContext = createContext(NONE);

/** Maximum number of ids per request, so that they fit into a URL. */
const MAX_ASKED = 100;

/** A change of several fields has several values, and its diff may be long. */
const hasOneField = ({ change_type, summary }: ShownChange) =>
  change_type === "diff" && Boolean(summary) && !summary!.includes(",");

export function useChangedValues(changes: readonly ShownChange[] | undefined): ChangedValues {
  const ids = useMemo(
    () =>
      (changes ?? [])
        .filter(hasOneField)
        .map(({ id }) => id)
        .slice(0, MAX_ASKED),
    [changes],
  );
  const { data } = useQuery({
    ...rows(["config_changes", "diffs", ids.join()], () => db.from("config_changes").select("id,diff").in("id", ids)),
    enabled: ids.length > 0,
  });
  return useMemo(() => new Map(data?.flatMap(wordsOf)), [data]);
}

function wordsOf({ id, diff }: { id: string; diff: string | null }): [string, string][] {
  const value = diff === null ? undefined : changedValueIn(diff);
  return value ? [[id, printChangedValue(value)]] : [];
}

/** The summary of a change with the values that it replaced: "spec.image 1.4.0 → 1.5.0". */
export function useSummary({ id, summary }: Pick<ShownChange, "id" | "summary">): string {
  const values = use(ChangedValuesContext).get(id);
  return [summary, values].filter(Boolean).join(" ");
}
