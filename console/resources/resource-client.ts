// Reads and writes resources through the data API. The table is known only at run time, so the typed queries of
// client/rows.ts cannot be used. Rows have an ETag, which prevents people from overwriting each other's changes.
import { queryOptions } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { exchange } from "#console/client/http.ts";
import { kindsOf } from "#language/kinds.ts";
import type { SettingsResource } from "./settings-resource.ts";
import { warningsOf } from "./save-warnings.ts";
import type { ListedResource, ResourceRow } from "./resource-row.ts";

/** The maximum length of a settings list. */
export const MAX_LISTED = 100;

export interface ListOptions {
  search: string;
  /** The status of the last job; empty for all. */
  jobStatus: string;
  /** The agent that runs the resources; empty for all. */
  agentId: string;
  sort: { id: string; desc: boolean };
}

const sortable = ["name", "namespace", "source", "created_at", "updated_at"];

export const listed = (resource: SettingsResource, { search, jobStatus, agentId, sort }: ListOptions) => {
  const { table, list = table } = resource;
  return queryOptions({
    queryKey: [list, "settings", search, jobStatus, agentId, sort],
    queryFn: async ({ signal }) => {
      const { id, desc } = sortable.includes(sort.id) ? sort : { id: "created_at", desc: true };
      const query = new URLSearchParams({
        select: "*,created_by(id,name,avatar,email)",
        deleted_at: "is.null",
        order: `${id}.${desc ? "desc" : "asc"}.nullslast${id === "name" ? "" : ",name.asc"}`,
        limit: String(MAX_LISTED),
        ...(search.trim() !== "" && { name: `ilike.*${search.trim().replaceAll(/[\\%_*]/g, String.raw`\$&`)}*` }),
        ...(jobStatus !== "" && { job_status: `eq.${jobStatus}` }),
        ...(agentId !== "" && { agent_id: `eq.${agentId}` }),
      });
      const { answer, text } = await exchange(
        `/api/db/${list}?${query}`,
        { headers: { prefer: "count=exact" } },
        { signal },
      );
      const total = Number(answer.headers.get("content-range")?.split("/")[1]);
      const rows = JSON.parse(text) as ListedResource[];
      return { rows, total: Number.isNaN(total) ? rows.length : total };
    },
    meta: { relations: [table, ...(resource.hasJobs || resource.hasFaults ? ["job_history"] : [])] },
  });
};

export interface FoundResource {
  row: ResourceRow;
  /** The version that was read. */
  etag: string | undefined;
}

/** Null if the rule does not exist or was deleted. */
export const oneResource = ({ table }: SettingsResource, id: string) =>
  queryOptions({
    queryKey: [table, "one", id],
    queryFn: async ({ signal }): Promise<FoundResource | null> => {
      const { answer, text } = await exchange(`${at(table, id)}&select=*`, {}, { signal });
      const [row] = JSON.parse(text) as (ResourceRow & { deleted_at?: string | null })[];
      if (!row || (row.deleted_at ?? null) !== null) return null;
      return { row, etag: answer.headers.get("etag") ?? undefined };
    },
  });

/** The schema of a resource's spec; it changes only with the server's version. */
export const specSchema = ({ table }: SettingsResource) => ({
  ...callOptions(kindsOf, { params: { family: "resource" }, query: { type: table } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Writing needs only the table's name. */
type TableOnly = Pick<SettingsResource, "table">;

export type ResourceChange = Readonly<Record<string, unknown>>;

const writeHeaders = { "content-type": "application/json", prefer: "return=representation" };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (id: string) => UUID.test(id);

const at = (table: string, id: string) => `/api/db/${table}?id=eq.${encodeURIComponent(id)}`;

export interface CreatedResource extends ResourceRow {
  warnings: readonly string[];
}

export async function createResource({ table }: TableOnly, row: ResourceChange): Promise<CreatedResource> {
  const { answer, text } = await exchange(`/api/db/${table}`, {
    method: "POST",
    headers: writeHeaders,
    body: JSON.stringify(row),
  });
  return { ...(JSON.parse(text) as [ResourceRow])[0], warnings: warningsOf(answer) };
}

/** Fails with 412 if the row has changed since `etag`. */
export async function updateResource(
  { table }: TableOnly,
  id: string,
  row: ResourceChange,
  etag: string | undefined,
): Promise<{ warnings: readonly string[] }> {
  const { answer } = await exchange(at(table, id), {
    method: "PATCH",
    headers: { ...writeHeaders, ...(etag !== undefined && { "if-match": etag }) },
    body: JSON.stringify(row),
  });
  return { warnings: warningsOf(answer) };
}

export const deleteResource = ({ table }: TableOnly, id: string) => exchange(at(table, id), { method: "DELETE" });
