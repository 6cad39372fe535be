// Refreshes a view in two steps. The first step resolves its variables and refreshes the views that it reads. The
// second step runs its queries in parallel, and computes panels and rows in a separate process. The number of
// concurrent refreshes is limited in the second step only, so that a running refresh never waits for another refresh.
// If a part fails, the error is reported and the other parts are still computed.
import { createHash } from "node:crypto";
import { ConnectionFailure, reachFor } from "#areas/connections/server/index.ts";
import { Problem, problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { RefreshError } from "../../contract.schema.ts";
import { Computation, type Computed } from "../compute/computation.ts";
import type { FoundItems } from "../compute/plan.ts";
import type { QueryRun } from "../queries/query-run.ts";
import { queryLimits, RowSink, type ColumnTypes, type QueryLimits } from "../queries/row-sink.ts";
import { otherViewsIn, runQuery } from "../queries/run-query.ts";
import { requireRelation, type Reader } from "../rights/reader.ts";
import type { QuerySpec } from "../spec/query-spec.ts";
import type { ViewSpec } from "../spec/view-spec.ts";
import { resolveVariables, type ResolvedVariables } from "../variables/resolve.ts";
import { mentionedIn } from "./mentioned.ts";
import type { OtherReader } from "./other-views.ts";

export interface Refreshing {
  namespace: string;
  spec: ViewSpec;
  reader: Reader;
  /** The variable values that the reader sent. */
  sent: Readonly<Record<string, string>>;
  /** Returns the author. Called only when a query needs a connection. */
  author(): Promise<Actor>;
  /** Refreshes other views whose data are too old, and returns their tables. */
  otherViews: Pick<OtherReader, "refresh" | "tables">;
  /** The ids of the views that columns link to, by `namespace/name`. */
  viewIds: Readonly<Record<string, string>>;
  scrubber: Scrubber;
}

/** The result of the first step. */
export interface Prepared extends ResolvedVariables {
  /** The errors of queries that read other views which could not be refreshed. */
  failed: ReadonlyMap<string, unknown>;
}

export interface RefreshLimits {
  query: QueryLimits;
  /** The time limit of the view's SQL. */
  sqlMs: number;
  maxMemoryBytes: number;
}

export const refreshLimits: RefreshLimits = { query: queryLimits, sqlMs: 30_000, maxMemoryBytes: 768 * 1024 * 1024 };

export interface Refreshed {
  variables: ResolvedVariables["variables"];
  /** Undefined if the process failed, or if the view has only sections. */
  computed: Computed | undefined;
  errors: RefreshError[];
}

const parallelQueries = 10;

/** Limits the concurrent refreshes, because each refresh starts a process. */
export const inTurn = takeTurns({
  atOnce: 4,
  waiting: 200,
  refuse: () =>
    new Problem("too_many_requests", "Too many views are refreshed at the same time.", {
      hint: "Try again in a few seconds.",
      retryAfter: 5,
    }),
});

/** The first step of a refresh. It is not limited by `inTurn`. */
export async function prepareRefresh(system: System, refreshing: Refreshing, signal: AbortSignal): Promise<Prepared> {
  const resolved = await variablesOf(system, refreshing, signal);
  const run = { ...queryRunOf(system, refreshing, signal), variables: resolved.values };
  const failed = new Map<string, unknown>();
  await Promise.all(
    Object.entries(refreshing.spec.queries ?? {}).map(async ([name, query]) => {
      if (!query.viewTableSelector) return;
      try {
        await refreshing.otherViews.refresh(await otherViewsIn(query.viewTableSelector, run));
      } catch (error) {
        failed.set(name, error);
      }
    }),
  );
  return { ...resolved, failed };
}

export const variablesOf = (
  system: System,
  refreshing: Refreshing,
  signal: AbortSignal,
): Promise<ResolvedVariables> => {
  const describe = (error: unknown) => messageOf(error, refreshing.scrubber, system);
  const run = queryRunOf(system, refreshing, signal);
  return resolveVariables(refreshing.spec.templating ?? [], refreshing.sent, run, describe);
};

/** The second step of a refresh. Call it through `inTurn`. */
export async function refresh(
  system: System,
  refreshing: Refreshing,
  { variables, values, errors: before, failed }: Prepared,
  { signal, limits = refreshLimits }: { signal: AbortSignal; limits?: RefreshLimits },
): Promise<Refreshed> {
  const { spec, scrubber } = refreshing;
  const errors = [...before];
  const describe = (error: unknown) => messageOf(error, scrubber, system);
  const run = { ...queryRunOf(system, refreshing, signal), variables: values };
  const queries = Object.entries(spec.queries ?? {});
  if (queries.length === 0) return { variables, computed: undefined, errors };
  const computation = new Computation(planOf(refreshing, limits), {
    signal,
    sqlMs: limits.sqlMs,
    findItems: (ids) => findItems(run, ids),
  });
  try {
    const inParallel = takeTurns({ atOnce: parallelQueries, waiting: queries.length, refuse: () => new Error() });
    const found = await Promise.all(
      queries.map(([name, query], index) =>
        inParallel(() =>
          loadQuery(computation, { index, name, query, failure: failed.get(name) }, run, limits.query),
        ).then(
          () => undefined,
          (error: unknown): RefreshError => ({ query: name, message: describe(error), ...hintOf(error) }),
        ),
      ),
    );
    errors.push(...found.filter((error) => error !== undefined));
    const hasFailed = errors.length > 0;
    const computed = await computation.finish();
    // The table of a failed query has no columns, so errors about missing columns are not reported.
    const others = computed.result.errors.filter(({ message }) => !(hasFailed && /no such column/.test(message)));
    return { variables, computed, errors: [...errors, ...others] };
  } catch (error) {
    return { variables, computed: undefined, errors: [...errors, { message: describe(error) }] };
  } finally {
    computation.stop();
  }
}

function queryRunOf(
  system: System,
  { namespace, spec, reader, author, otherViews, scrubber }: Refreshing,
  signal: AbortSignal,
): QueryRun {
  const { mentions, readsAll } = mentionedIn(spec);
  const reach = async () => reachFor(system, { subject: await author(), namespace, scrubber, purpose: "view", system });
  return {
    system,
    reader,
    variables: {},
    outbound: system.outbound("operator"),
    signal,
    scrubber,
    mentions,
    readsAll,
    isOrdered: !spec.merge && (spec.columns ?? []).length > 0,
    otherViews: (wanted, found) => otherViews.tables(wanted, found),
    connection: async (reaching) => (await reach()).connection(reaching),
    value: async (value) => (await reach()).value(value),
  };
}

const planOf = ({ spec, viewIds }: Refreshing, { query, maxMemoryBytes }: RefreshLimits) => ({
  ...(spec.merge?.trim() && { merge: spec.merge }),
  tables: Object.keys(spec.queries ?? {}),
  panels: (spec.panels ?? []).map(({ name, type, query: statement }) => ({ name, type, query: statement })),
  columns: spec.columns ?? [],
  mapping: spec.mapping ?? {},
  viewIds,
  limits: { ...query, maxMemoryBytes },
});

interface Loading {
  index: number;
  name: string;
  query: QuerySpec;
  /** The error of this query in the first step, if it failed. */
  failure: unknown;
}

async function loadQuery(
  computation: Computation,
  { index, name, query, failure }: Loading,
  run: QueryRun,
  limits: QueryLimits,
): Promise<void> {
  const stated = query.columns ?? {};
  let isDefined = false;
  const define = (columns: readonly string[], known: ColumnTypes = {}) => {
    isDefined = true;
    const all = [...new Set([...columns, ...Object.keys(stated)])];
    return computation.table({ index, name, columns: all, types: { ...known, ...stated } });
  };
  const sink = new RowSink({ columns: define, rows: (lines) => computation.rows(index, lines) }, limits);
  try {
    if (failure !== undefined) throw failure;
    await runQuery(query, run, sink);
  } finally {
    // If the query failed, an empty table is defined, because statements can read it.
    if (!isDefined) await define([]);
  }
}

/** Returns the config items with these ids that the reader may read. */
async function findItems({ system, reader }: QueryRun, ids: readonly string[]): Promise<FoundItems> {
  await requireRelation(system, reader, "config_items");
  const { rows } = await system.db
    .reading(reader.claims)
    .query<Record<string, string | null> & { id: string }>(
      "select id, name, type, config_class as class, health, status from config_items where id = any ($1::uuid[])",
      [ids],
    );
  return Object.fromEntries(
    rows.map((row) => [row.id, Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))]),
  ) as unknown as FoundItems;
}

/** Returns the message without secrets. A defect of the server is logged, and its message is not shown. */
function messageOf(error: unknown, scrubber: Scrubber, { log }: System): string {
  if (error instanceof Unreadable || error instanceof Problem || error instanceof ConnectionFailure)
    return scrubber.text(error.message);
  if (error instanceof TypeError || error instanceof ReferenceError) {
    log.error({ err: scrubber.error(error) }, "a query of a view failed");
    return problem.internal().message;
  }
  return scrubber.text(error instanceof Error ? error.message : String(error));
}

function hintOf(error: unknown): { hint?: string } {
  if (error instanceof Problem && error.hint !== undefined) return { hint: error.hint };
  if (error instanceof ConnectionFailure && error.fix) return { hint: error.fix };
  return {};
}

/** Returns a hash of the variable values. It does not depend on their order. */
export const fingerprintOf = (variables: Readonly<Record<string, string>>): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest("hex")
    .slice(0, 32);
