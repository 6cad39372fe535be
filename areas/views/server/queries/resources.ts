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
  const wanted = wantedRows(kind, relation, { selector, columns, maxRows: sink.maxRows, run });
  const names = columns.map(({ name }) => name);
  await sink.columns(names, decimalsIn(relation));
  const read = async (client: QueryClient) => {
    // Makes PostgreSQL optimise the query for reading all rows, not only the first rows.
    await client.query("set local cursor_tuple_fraction = 1", []);
    const text = wanted.text(await mustSort(wanted, client));
    await client.query(`declare view_rows no scroll cursor for ${text}`, wanted.values);
    const fetchRows = (count: number) => client.query<{ row: string }>(`fetch ${count} from view_rows`, []);
    for (let count = firstFetch, next = fetchRows(count); ;) {
      const { rows } = await next;
      signal.throwIfAborted();
      const isLast = rows.length < count;
      const bytes = rows.reduce((sum, { row }) => sum + row.length, 0);
      count = Math.max(1, Math.min(maxFetch, Math.floor((bytesPerFetch * count) / (bytes + 1))));
      if (!isLast) {
        // PostgreSQL reads the next rows while these rows are sent.
        next = fetchRows(count);
        next.catch(() => undefined);
      }
      await sink.add(rows.map(({ row }) => row));
      if (isLast) return;
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

interface Asked {
  selector: ResourceSelector;
  columns: readonly ReadColumn[];
  maxRows: number;
  run: QueryRun;
}

interface WantedRows {
  values: unknown[];
  /** Returns the statement, with or without the order. */
  text(isSorted: boolean): string;
  /** Whether the view shows the rows in their order, or reads a part of them that depends on the order. */
  needsOrder: boolean;
  /** If the query has a limit, a statement that returns whether there are more rows. */
  hasMore: { text: string; values: unknown[] } | undefined;
}

/** Sorting takes as long as reading, so rows are not sorted if the order cannot be seen. */
async function mustSort({ needsOrder, hasMore }: WantedRows, client: QueryClient): Promise<boolean> {
  if (needsOrder || hasMore === undefined) return needsOrder;
  const { rows } = await client.query<{ has_more: boolean }>(hasMore.text, hasMore.values);
  return rows[0]!.has_more;
}

function wantedRows(
  kind: SelectableSource,
  relation: Relation,
  { selector, columns, maxRows, run }: Asked,
): WantedRows {
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
  const source = `from ${quote(kind.relation)} r\nwhere ${condition}`;
  const limitAt = `$${statement.values.length + 1}::integer`;
  const hasMore = limit !== undefined && {
    text: `select count(*) > ${limitAt} as has_more from (select ${source}\nlimit ${limitAt} + 1) found`,
    values: [...statement.allValues(), limit],
  };
  // Reads one row more than the maximum, to detect that there are too many rows.
  const most = limit === undefined ? maxRows + 1 : Math.min(limit, maxRows + 1);
  const part = `limit ${statement.value(most, "integer")} offset ${statement.value(offset, "integer")}`;
  return {
    values: statement.allValues(),
    text: (isSorted) =>
      [
        `select json_build_array(${columns.map(({ sql }) => sql).join(", ")})::text as row`,
        source,
        ...(isSorted ? [`order by ${order === undefined ? "" : `${order}, `}${kind.order}`] : []),
        part,
      ].join("\n"),
    needsOrder: order !== undefined || offset > 0 || run.isOrdered,
    hasMore: hasMore || undefined,
  };
}
