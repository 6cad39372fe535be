// The queries for the outbox. The content of a mail is fetched each time it is opened, because the audit log records
// every reader.
import { queryOptions } from "@tanstack/react-query";
import { ask as askCall, callOptions } from "#console/client/call.ts";
import { db, pageOfRows, pageRange, whereStates } from "#console/client/rows.ts";
import { text, urlState } from "#console/url/url-state.ts";
import { type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Tables } from "#generated/tables.ts";
import { mail, mailing as mailingCall } from "../../contract.ts";

export type Letter = Omit<Tables["mails"]["Row"], "body">;
export type OpenedLetter = NonNullable<(typeof mail)["shape"]>["answer"]["payload"];

export const outboxFilters = filterSet({
  search: { type: "search", label: "Search by recipient" },
  status: { type: "states", label: "State" },
});

export const outboxUrl = urlState({ mail: text() });

export const stateWords: Readonly<Record<Letter["status"], string>> = {
  kept: "Not sent",
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
};

interface LettersAsked {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
}

const sortable = ["created_at", "recipient", "kind", "status", "sent_at"];

export const lettersPage = ({ filters, view }: LettersAsked) =>
  pageOfRows(
    ["mails", [...filters.states("status")], filters.text("search"), view.pageIndex, view.pageSize, view.sort],
    () => {
      const { id, desc } = view.sort && sortable.includes(view.sort.id) ? view.sort : { id: "created_at", desc: true };
      let query = db
        .from("mails")
        .select("id,kind,recipient,subject,status,error,created_at,sent_at", { count: "exact" });
      query = whereStates(query, "status", filters.states("status"));
      const sought = filters.text("search").trim();
      if (sought !== "") query = query.ilike("recipient", `*${sought.replaceAll(/[\\%_*]/g, String.raw`\$&`)}*`);
      return query
        .order(id, { ascending: !desc, nullsFirst: false })
        .order("id")
        .range(...pageRange(view));
    },
  );

export const mailing = callOptions(mailingCall, {});

export const oneLetter = (id: string) =>
  queryOptions({
    queryKey: ["opened mail", id],
    queryFn: async ({ signal }) => (await askCall(mail, { params: { id } }, { signal })).payload,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * Reads the mail and returns its link; undefined if the mail was sent, because its content is then no longer stored.
 */
export async function linkOf(id: string): Promise<string | undefined> {
  const { body } = (await askCall(mail, { params: { id } })).payload;
  return body === null ? undefined : linkIn(body);
}

/** Returns the link in the text of a mail. */
export const linkIn = (body: string): string | undefined => /https?:\/\/\S+/.exec(body)?.[0];
