// Queries of silences.
import { queryOptions } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { exchange } from "#console/client/http.ts";
import { ask, db, pageOfRows, pageRange, rows } from "#console/client/rows.ts";
import { type FilterOption, type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Tables } from "#generated/tables.ts";
import { unmatchedSilences, type PreviewedMessage } from "../../silences.contract.ts";

export interface SilenceRow extends Omit<Tables["notification_silences"]["Row"], "created_by" | "matchers"> {
  /** The matchers of a silence that amtool created. */
  matchers: readonly { name: string; value: string; isRegex?: boolean; isEqual?: boolean }[] | null;
}

type Named = { id: string; name: string };

export interface ListedSilence extends SilenceRow {
  checks: (Named & Pick<Tables["checks"]["Row"], "type" | "status">) | null;
  catalog: (Named & { type: string; config_class: string }) | null;
  component: (Named & { icon: string | null }) | null;
  canary: Named | null;
  createdBy: (Named & { avatar: string | null; email: string | null }) | null;
}

const COLUMNS = [
  "*",
  "checks:check_id(id,name,type,status)",
  "catalog:config_id(id,name,type,config_class)",
  "component:component_id(id,name,icon)",
  "canary:canary_id(id,name)",
  "createdBy:created_by(id,name,avatar,email)",
].join(",");

export const silenceFilters = filterSet({
  search: { type: "search", label: "Search silences" },
  state: { type: "choice", label: "State" },
});

export const silenceOptions: Readonly<Record<string, readonly FilterOption[]>> = {
  state: [
    { value: "active", label: "Active" },
    { value: "scheduled", label: "Scheduled" },
    { value: "expired", label: "Expired" },
    { value: "recurring", label: "Recurring" },
    { value: "unmatched", label: "Matched nothing for 14 days" },
  ],
};

export interface SilencesAsked {
  filters: Pick<Filters, "text">;
  view: Pick<TableView, "pageIndex" | "pageSize">;
  /** The silences that matched nothing; undefined until they are loaded. */
  unmatched: readonly string[] | undefined;
}

const relations = { of: ["notification_silences"] } as const;

export const silencesPage = (asked: SilencesAsked) => {
  const { filters, view, unmatched } = asked;
  const state = filters.text("state");
  return pageOfRows(
    [
      "notification_silences",
      "list",
      filters.text("search").trim(),
      state,
      state === "unmatched" ? unmatched : undefined,
      [view.pageIndex, view.pageSize],
    ],
    () => silencesOf(asked).range(...pageRange(view)),
    relations,
  );
};

export const allSilences = async (asked: SilencesAsked): Promise<readonly ListedSilence[]> =>
  (await ask(silencesOf(asked).range(0, 9_999), new AbortController().signal)).rows;

function silencesOf({ filters, unmatched = [] }: SilencesAsked) {
  const now = new Date().toISOString();
  let query = db
    .from("notification_silences")
    .select<string, ListedSilence>(COLUMNS, { count: "exact" })
    .is("deleted_at", null);
  const search = filters.text("search").trim();
  if (search !== "") {
    const pattern = JSON.stringify(`*${search.replaceAll(/[\\%_*]/g, String.raw`\$&`)}*`);
    query = query.or(`name.ilike.${pattern},description.ilike.${pattern}`);
  }
  switch (filters.text("state")) {
    case "active":
      query = query.or(`until.is.null,until.gt.${now}`).or(`from.is.null,from.lte.${now}`);
      break;
    case "scheduled":
      query = query.gt("from", now);
      break;
    case "expired":
      query = query.lte("until", now);
      break;
    case "recurring":
      query = query.not("schedule", "is", null);
      break;
    case "unmatched":
      query = query.in("id", unmatched);
      break;
  }
  // Silences that still apply come first, as they answer the question which messages are hidden now.
  return query
    .order("until", { ascending: false, nullsFirst: true })
    .order("created_at", { ascending: false })
    .order("id");
}

export const oneSilence = (id: string) =>
  rows(
    ["notification_silences", "one", id],
    () => db.from("notification_silences").select<string, ListedSilence>(COLUMNS).eq("id", id).is("deleted_at", null),
    relations,
  );

/** The silences that matched nothing for 14 days. */
export const silencesWithoutMatch = {
  ...callOptions(unmatchedSilences, {}, { relations: ["notification_silences"] }),
  select: (found: readonly { id: string }[]) => found.map(({ id }) => id),
};

export interface HiddenMessages {
  messages: readonly PreviewedMessage[];
  /** Undefined if not all messages were compared. */
  total: number | undefined;
}

/** The messages of the last 15 days that a silence would have hidden. The total is in a header. */
export const hiddenMessages = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ["notification_send_history", "silence preview", query],
    queryFn: async ({ signal }): Promise<HiddenMessages> => {
      const { answer, text } = await exchange(
        `/api/notification/silence_preview?${new URLSearchParams(query)}`,
        {},
        { signal },
      );
      const total = Number(answer.headers.get("content-range")?.split("/")[1]);
      return { messages: JSON.parse(text) as PreviewedMessage[], total: Number.isNaN(total) ? undefined : total };
    },
    retry: false,
  });
