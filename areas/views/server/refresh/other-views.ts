// Reads the tables of other views for a query, and finds the views that links lead to.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { selects } from "#lib/selector/selector-match.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { ViewColumn } from "../../contract.schema.ts";
import type { OtherTable, OtherViews } from "../queries/query-run.ts";
import type { ViewSpec } from "../spec/view-spec.ts";
import type { StoredResult } from "./stored-results.ts";
import { defaultNamespace, findViews, type ViewRow } from "./view-row.ts";

type Data = { result: Pick<StoredResult, "head" | "rows" | "errors"> };

interface Reading {
  /** The ids of the views that read the others. */
  trail: readonly string[];
  read(view: { namespace: string; name: string }, trail: readonly string[]): Promise<Data>;
}

const maxViews = 20;

export const otherViewsFor =
  (system: System, actor: Actor, { trail, read }: Reading) =>
  async (wanted: OtherViews): Promise<OtherTable[]> => {
    const found = (await findViews(system, actor)).filter((view) => isWanted(view, wanted));
    if (found.length === 0) throw problem.notFound("view", wanted.name ?? wanted.labelSelector ?? "");
    if (found.length > maxViews) throw problem.invalid(`The selector selects more than ${maxViews} views.`);
    return Promise.all(
      found.map(async (view) => {
        const { result } = await read(view, trail);
        const [failed] = result.errors;
        if (failed) throw new Error(`The view ${view.namespace}/${view.name} failed: ${failed.message}`);
        return tableOf(result);
      }),
    );
  };

function isWanted(view: ViewRow, { name, namespace, labelSelector }: OtherViews): boolean {
  if (name && view.name !== name) return false;
  if ((namespace || name) && view.namespace !== (namespace || defaultNamespace)) return false;
  if (!labelSelector) return true;
  const selector = parseLabelSelector(labelSelector, (key) => ["labels", key]);
  return selects(selector, { labels: view.labels ?? {} }, { now: Date.now(), timeZone: "UTC" });
}

function tableOf({ head, rows }: Data["result"]): OtherTable {
  const { columns } = JSON.parse(head) as { columns: ViewColumn[] };
  return {
    columns: columns.filter(({ type }) => type !== "row_attributes").map(({ name }) => name),
    rows: JSON.parse(rows.toString()) as unknown[][],
  };
}

/** Returns the ids of the views that the links of columns lead to, by `namespace/name`. */
export async function linkedViews({ db }: Pick<System, "db">, spec: ViewSpec): Promise<Record<string, string>> {
  const names = (spec.columns ?? []).flatMap(({ url }) =>
    url?.view ? [`${url.view.namespace || defaultNamespace}/${url.view.name}`] : [],
  );
  if (names.length === 0) return {};
  const { rows } = await sql<{ id: string; name: string }>`
    select id, concat(coalesce(nullif(namespace, ''), ${defaultNamespace}), '/', name) as name
    from   views
    where  deleted_at is null
    and    concat(coalesce(nullif(namespace, ''), ${defaultNamespace}), '/', name) = any (${names})`.execute(db.system);
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
}
