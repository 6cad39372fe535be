// Changes as the screens read them. They follow new changes, and items that have another name.
import { keepPreviousData } from "@tanstack/react-query";
import { ask, callOptions } from "#console/client/call.ts";
import { db, rows } from "#console/client/rows.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { changesHistogram, type ChangesPage, findChanges, type ListedChange } from "../../contract.ts";
import { type ChangesAsked, changesBody, changesFilter } from "./changes-body.ts";

export const ofChanges = ["config_changes", "config_items"] as const;

type Shown = Pick<TableView, "pageIndex" | "pageSize" | "sort">;

export const changesPage = (asked: ChangesAsked, view: Shown) => ({
  ...callOptions(findChanges, { body: changesBody(asked, view) }),
  placeholderData: keepPreviousData,
  select: pageOf,
});

const pageOf = ({ changes, total }: ChangesPage) => ({ rows: changes, total });

export const histogramOf = (asked: ChangesAsked, buckets: number) => ({
  ...callOptions(changesHistogram, { body: { ...changesFilter(asked), buckets } }),
  placeholderData: keepPreviousData,
});

const PAGE = 1000;
const MOST_EXPORTED = 10_000;

/** Everything that is filtered, in its order, as far as a file is meant to hold it. */
export async function allChanges(asked: ChangesAsked, { sort }: Shown): Promise<readonly ListedChange[]> {
  const found: ListedChange[] = [];
  for (let pageIndex = 0; found.length < MOST_EXPORTED; pageIndex += 1) {
    const { changes } = await ask(findChanges, { body: changesBody(asked, { pageIndex, pageSize: PAGE, sort }) });
    found.push(...changes);
    if (changes.length < PAGE) break;
  }
  return found;
}

export const oneChange = (id: string) =>
  rows(["config_changes", "one", id], () =>
    db
      .from("config_changes")
      .select(
        "id,config_id,change_type,severity,summary,created_at,first_observed,count,external_created_by,source,diff,details,patches,created_by,config:config_items(id,name,type,config_class,deleted_at)",
      )
      .eq("id", id),
  );

export type ChangeDetail = Awaited<ReturnType<NonNullable<ReturnType<typeof oneChange>["queryFn"]>>>[number];

/** What items are called that somebody filters by. */
export const configNames = (ids: readonly string[]) => ({
  ...rows(["configs", "names", ids.join()], () => db.from("configs").select("id,name").in("id", ids), {
    of: ["config_items"],
  }),
  enabled: ids.length > 0,
});

/** Those who are known here, by their ids. */
export const peopleNames = (ids: readonly string[]) => ({
  ...rows(["people", "names", ids.join()], () => db.from("people").select("id,name,email,avatar").in("id", ids)),
  enabled: ids.length > 0,
});
