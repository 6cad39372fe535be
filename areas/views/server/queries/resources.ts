// Reads the config items, changes, checks, components or incidents that a selector selects, with the rights of the
// reader. PostgreSQL returns each row as JSON text, so that this process does not parse large results.
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { quote } from "#server/db/sql-text.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Relation } from "#server/db/relations.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { requireRelation } from "../rights/reader.ts";
import type { QueryRun } from "./query-run.ts";
import { resourceSources, type ResourceSource, type SelectableSource } from "../spec/resource-sources.ts";
import type { ColumnTypes, RowSink } from "./row-sink.ts";

/** The approximate size of one fetch. The number of rows per fetch follows from it, because rows can be large. */
const bytesPerFetch = 4_000_000;
const [firstFetch, maxFetch] = [200, 2_000];

/**
 * Each query holds a connection until the SQL process has taken its rows. Other requests need connections of the same
 * pools (server/db/pool.ts), so views use only a few connections.
 */
const cursors = (atOnce: number) =>
  takeTurns({
    atOnce,
    waiting: 500,
    refuse: () =>
      new Problem("too_many_requests", "Too many views are reading rows at the same time.", {
        hint: "Try again in a few seconds.",
        retryAfter: 5,
      }),
  });
const inTurn = { plain: cursors(3), gathered: cursors(2) };

export async function readResources(
  source: ResourceSource,
  selector: ResourceSelector,
  run: QueryRun,
  sink: RowSink,
): Promise<void> {
  const { system, reader, signal } = run;
  const kind = resourceSources[source];
  const relation = await requireRelation(system, reader, kind.relation);
  const columns = columnsOf(kind, relation, run);
  const { text, values } = statementOf(kind, relation, { selector, columns, maxRows: sink.maxRows, run });
  const names = columns.map(({ name }) => name);
  await sink.columns(names, decimalsIn(relation));
  const read = async (client: QueryClient) => {
    // Makes PostgreSQL optimise the query for reading all rows, not only the first rows.
    await client.query("set local cursor_tuple_fraction = 1", []);
    await client.query(`declare view_rows no scroll cursor for ${text}`, values);
    for (let wanted = firstFetch; ;) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ row: string }>(`fetch ${wanted} from view_rows`, []);
      await sink.add(rows.map(({ row }) => row));
      if (rows.length < wanted) return;
      const bytes = rows.reduce((sum, { row }) => sum + row.length, 0);
      wanted = Math.max(1, Math.min(maxFetch, Math.floor((bytesPerFetch * wanted) / (bytes + 1))));
    }
  };
  await inTurn[reader.claims === undefined ? "plain" : "gathered"](async () => {
    signal.throwIfAborted();
    await system.db.trying(reader.claims, read, "all");
  });
}

interface ReadColumn {
  name: string;
  sql: string;
}

/** The columns with decimal numbers. In JSON, a whole decimal number looks like an integer. */
const decimalsIn = ({ columns }: Relation): ColumnTypes =>
  Object.fromEntries(
    [...columns.values()]
      .filter(({ type }) => /^(?:numeric|real|double precision)/.test(type))
      .map(({ name }): [string, "decimal"] => [name, "decimal"]),
  );

function columnsOf({ core, computed = {} }: SelectableSource, { columns }: Relation, run: QueryRun): ReadColumn[] {
  const stored = [...columns.values()].filter(({ secret, masked }) => !secret && !masked).map(({ name }) => name);
  const all = [...new Set([...core, ...stored, ...Object.keys(computed)])];
  const wanted = all.filter((name) => name === "id" || run.mentions(name) || (run.readsAll && core.includes(name)));
  return wanted.map((name) => ({ name, sql: computed[name] ?? `r.${quote(name)}` }));
}

interface Wanted {
  selector: ResourceSelector;
  columns: readonly ReadColumn[];
  maxRows: number;
  run: QueryRun;
}

function statementOf(kind: SelectableSource, relation: Relation, { selector, columns, maxRows, run }: Wanted) {
  const statement = new Statement();
  const selected = { kind, columns: relation.columns, ...(kind.title && { name: kind.title }) };
  const { controls, rest } = takeControls(toSelector(selector), selected);
  const { order, offset = 0, limit = selector.limit || undefined } = controls;
  const condition = selectorCondition(
    { ...selector, ...(kind.hasNoDeletions && { includeDeleted: true }) },
    rest,
    selected,
    statement,
  );
  // Sorting takes as long as reading, so rows are sorted only if there is a limit or an order, or if the table shows
  // the rows in this order.
  const isSorted = order !== undefined || limit !== undefined || offset > 0 || run.isOrdered;
  // Reads one row more than the maximum, to detect that there are too many rows.
  const most = limit === undefined ? maxRows + 1 : Math.min(limit, maxRows + 1);
  const text = [
    `select json_build_array(${columns.map(({ sql }) => sql).join(", ")})::text as row`,
    `from   ${quote(kind.relation)} r`,
    `where  ${condition}`,
    ...(isSorted ? [`order by ${order === undefined ? "" : `${order}, `}${kind.order}`] : []),
    `limit ${statement.value(most, "integer")} offset ${statement.value(offset, "integer")}`,
  ].join("\n");
  return { text, values: statement.allValues() };
}
