// The query for the list of resources with messages.
import { keepPreviousData } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { printFilterOperator } from "#language/tri-state.ts";
import { notificationSummary, type SummaryAnswer, type SummaryQuery } from "../../contract.ts";

export interface SummaryAsked {
  filters: Pick<Filters, "states" | "text">;
  withDeleted: boolean;
  view: Pick<TableView, "pageIndex" | "pageSize">;
}

/** The body of the request; filters without a value are left out. */
export function summaryBody({ filters, withDeleted, view }: SummaryAsked): SummaryQuery {
  const search = filters.text("search").trim();
  const status = printFilterOperator(filters.states("status"));
  const resourceType = printFilterOperator(filters.states("resource_type"));
  return {
    includeDeletedResources: withDeleted,
    pageIndex: view.pageIndex,
    pageSize: view.pageSize,
    ...(search !== "" && { search }),
    ...(status !== "" && { status }),
    ...(resourceType !== "" && { resourceType }),
  };
}

/** The page follows changes itself (useFollowed), because messages can change many times per second. */
export const summaryPage = (asked: SummaryAsked) => ({
  ...callOptions(notificationSummary, { body: summaryBody(asked) }),
  placeholderData: keepPreviousData,
  select: ({ results, total }: SummaryAnswer) => ({ rows: results, total }),
});
