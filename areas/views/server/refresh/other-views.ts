// Reads the tables of other views for a query, and finds the views that columns link to.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
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

export interface ReadMode {
  /** The ids of the views whose reads led to this read, the outermost first. */
  trail: readonly string[];
  /** Returns stored data of any age, and refreshes nothing. */
  isStored: boolean;
}

interface Reading {
  trail: readonly string[];
  read(view: { namespace: string; name: string }, mode: ReadMode): Promise<Data>;
}

export type OtherReader = ReturnType<typeof otherViewsFor>;

const maxViews = 20;
/** Few tables are read in parallel, because each can have 50 MB. */
const parallelTables = 3;

export function otherViewsFor(system: System, actor: Actor, { trail, read }: Reading) {
  async function find(wanted: OtherViews): Promise<ViewRow[]> {
    const found = (await findViews(system, actor)).filter((view) => isWanted(view, wanted));
    if (found.length === 0) throw problem.notFound("view", wanted.name ?? wanted.labelSelector ?? "");
    if (found.length > maxViews) throw problem.invalid(`The selector selects more than ${maxViews} views.`);
    return found;
  }
  return {
    /** Refreshes the views whose data are too old. */
    async refresh(wanted: OtherViews): Promise<void> {
      await Promise.all(
        (await find(wanted)).map((view) =>
          waitingFor(view, trail, async () => {
            await read(view, { trail, isStored: false });
          }),
        ),
      );
    },
    /** Returns the stored tables of the views. Throws if a view failed or has no stored table. */
    async tables(wanted: OtherViews, found: (table: OtherTable) => void): Promise<OtherTable[]> {
      const views = await find(wanted);
      const inTurn = takeTurns({ atOnce: parallelTables, waiting: maxViews, refuse: () => new Error() });
      return Promise.all(
        views.map((view) =>
          inTurn(async () => {
            const { result } = await read(view, { trail, isStored: true });
            const [failed] = result.errors;
            if (failed) throw new Error(`The view ${view.namespace}/${view.name} failed: ${failed.message}`);
            const table = tableOf(result);
            found(table);
            return table;
          }),
        ),
      );
    },
  };
}

/** For each view, the views that its refresh waits for in this process. */
const waits = new Map<string, string[]>();

/** Throws if two views that read each other are refreshed at the same time, because they would wait for each other. */
async function waitingFor(view: ViewRow, trail: readonly string[], work: () => Promise<void>): Promise<void> {
  const reader = trail.at(-1);
  if (reader === undefined) return work();
  const reached = new Set([view.id]);
  for (const id of reached) for (const next of waits.get(id) ?? []) reached.add(next);
  if (trail.some((id) => reached.has(id)))
    throw problem.invalid(`The view ${view.namespace}/${view.name} reads itself.`);
  waits.set(reader, [...(waits.get(reader) ?? []), view.id]);
  try {
    await work();
  } finally {
    const left = waits.get(reader)!;
    left.splice(left.indexOf(view.id), 1);
    if (left.length === 0) waits.delete(reader);
  }
}

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
    rows,
  };
}

/** Returns the ids of the views that columns link to, by `namespace/name`. */
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
