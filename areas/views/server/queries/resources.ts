// Reads config items, changes, checks, components and incidents that a selector selects, with the rights of the reader.
// PostgreSQL prints each row as JSON, so that large results pass through this process as text.
import { toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { quote } from "#server/db/sql-text.ts";
import type { Relation } from "#server/db/relations.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { requireRelation } from "../rights/reader.ts";
import type { QueryRun } from "./query-run.ts";
import { resourceSources, type ResourceSource, type SelectableSource } from "../spec/resource-sources.ts";
import type { RowSink } from "./row-sink.ts";

const rowsPerFetch = 2_000;

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
  await sink.columns(columns.map(({ name }) => name));
  await system.db.trying(
    reader.claims,
    async (client) => {
      // All rows are read, not only the first.
      await client.query("set local cursor_tuple_fraction = 1", []);
      await client.query(`declare view_rows no scroll cursor for ${text}`, values);
      for (;;) {
        signal.throwIfAborted();
        const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerFetch} from view_rows`, []);
        await sink.add(rows.map(({ row }) => row));
        if (rows.length < rowsPerFetch) return;
      }
    },
    "all",
  );
}

interface ReadColumn {
  name: string;
  sql: string;
}

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
  // Sorting takes as long as reading, so rows are sorted only if it matters which of them are read, or how they are shown.
  const isSorted = order !== undefined || limit !== undefined || offset > 0 || run.isOrdered;
  // One more row than allowed shows that there are too many.
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
