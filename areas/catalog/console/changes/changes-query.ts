// Queries for changes. They are refetched when changes or items change.
import { keepPreviousData } from "@tanstack/react-query";
import { ask, callOptions } from "#console/client/call.ts";
import { db, rows } from "#console/client/rows.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { changesHistogram, type ChangesPage, findChanges, type ListedChange } from "../../contract.ts";
import { type ChangesRequest, changesBody, changesFilter } from "./changes-body.ts";

export const changeRelations = ["config_changes", "config_items"] as const;

type Shown = Pick<TableView, "pageIndex" | "pageSize" | "sort">;

export const changesPage = (request: ChangesRequest, view: Shown) => ({
  ...callOptions(findChanges, { body: changesBody(request, view) }),
  placeholderData: keepPreviousData,
  select: pageOf,
});

const pageOf = ({ changes, total }: ChangesPage) => ({ rows: changes, total });

export const histogramOf = (request: ChangesRequest, buckets: number) => ({
  ...callOptions(changesHistogram, { body: { ...changesFilter(request), buckets } }),
  placeholderData: keepPreviousData,
});

const PAGE = 1000;
const MAX_EXPORTED = 10_000;

/** All filtered changes in the order of the table, up to the limit of an export. */
export async function allChanges(request: ChangesRequest, { sort }: Shown): Promise<readonly ListedChange[]> {
  const found: ListedChange[] = [];
  for (let pageIndex = 0; found.length < MAX_EXPORTED; pageIndex += 1) {
    const { changes } = await ask(findChanges, { body: changesBody(request, { pageIndex, pageSize: PAGE, sort }) });
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
        "id,config_id,change_type,severity,summary,created_at,first_observed,count,external_change_id,external_created_by,source,diff,details,patches,created_by,config:config_items(id,name,type,config_class,deleted_at)",
      )
      .eq("id", id),
  );

export type ChangeDetail = Awaited<ReturnType<NonNullable<ReturnType<typeof oneChange>["queryFn"]>>>[number];

/** The names of the items in a filter. */
export const configNames = (ids: readonly string[]) => ({
  ...rows(["configs", "names", ids.join()], () => db.from("configs").select("id,name").in("id", ids), {
    of: ["config_items"],
  }),
  enabled: ids.length > 0,
});

/** People by their ids. */
export const peopleNames = (ids: readonly string[]) => ({
  ...rows(["people", "names", ids.join()], () => db.from("people").select("id,name,email,avatar").in("id", ids)),
  enabled: ids.length > 0,
});
