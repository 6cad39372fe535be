// One round of the roll-up: reads the recorded components, computes them and their ancestors, and writes the changed
// results with their events.
//
// The computation holds no transaction. The transactions never wait for a row that another writer has locked, so they
// cannot deadlock with builders, checks or scrapers; such a row is written in a later round. A component whose values
// the database refuses becomes unknown, with a message in the log; it never stops the others.
import { sql } from "kysely";
import { findMaintained } from "#areas/health/server/index.ts";
import type { System } from "#server/area.ts";
import { inSavepoint, isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import { Expressions } from "./expressions.ts";
import { noCounts, noSums } from "./fold.ts";
import { ComponentGraph, type ComponentNode, type Result } from "./graph.ts";
import { readInputs, readWithoutInputs, type ComponentInputs } from "./inputs.ts";
import { createTeamMatcher } from "./team-components.ts";

export interface Round {
  /**
   * False if another process is running the roll-up. Nothing was done in that case, and this instance must not be used
   * again.
   */
  isLeading: boolean;
  /** Whether a further round is needed soon, because rows were locked or expressions were postponed. */
  isIncomplete: boolean;
  /** The time of the next change that happens without a write. */
  nextAt: number | undefined;
}

export interface RollUp {
  round(): Promise<Round>;
  /** Reads the maintenance windows in the next round. */
  windowsChanged(): void;
}

interface Dirt {
  id: string;
  component_id: string | null;
  team_id: string | null;
  is_edited: boolean;
}

/** The changes that a round computes. */
interface Changes {
  dirt: readonly Dirt[];
  inputs: readonly ComponentInputs[];
  /** Components that are deleted. */
  gone: readonly string[];
}

/** A component with the result that is written. */
interface Written {
  inputs: ComponentInputs;
  result: Result;
}

class LeadLost extends Error {}

/** Windows open and close at set times. */
const windowsEveryMs = 1_000;

/** `isLeading` checks within a transaction whether this process runs the roll-up. */
export function createRollUp(
  system: Pick<System, "db" | "events" | "catalog" | "log">,
  isLeading: (tx: Tx) => Promise<boolean> = async () => true,
): RollUp {
  const { db, events, log } = system;
  const teams = createTeamMatcher(system);
  /** Undefined until the components are loaded, and after a round that failed. */
  let graph: ComponentGraph | undefined;
  let unwritten = new Set<string>();
  let maintained: readonly string[] = [];
  let windowsAt = 0;
  const rechecks = new Map<string, number>();

  /** The last fault of each component, so that each fault is logged only once. */
  const reported = new Map<string, string>();

  function report(component: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reported.get(component) === reason) return;
    reported.set(component, reason);
    log.warn({ component, reason }, "a component cannot be rolled up, so its health is unknown");
  }

  /** Runs a transaction that only one process at a time can run, and only if this process is the leader. */
  const asLeader = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.system.transaction().execute(async (tx) => {
      const { rows } = await sql<{ ours: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('quarterdeck.round of the component roll-up')) as ours`.execute(tx);
      if (!rows[0]!.ours || !(await isLeading(tx))) throw new LeadLost();
      return work(tx);
    });

  /** Returns the components of checks whose maintenance began or ended. */
  async function updateMaintained(tx: Tx): Promise<readonly string[]> {
    if (Date.now() < windowsAt) return [];
    windowsAt = Date.now() + windowsEveryMs;
    const former = new Set(maintained);
    maintained = await findMaintained(tx);
    const present = new Set(maintained);
    const changed = [...maintained.filter((id) => !former.has(id)), ...[...former].filter((id) => !present.has(id))];
    if (changed.length === 0) return [];
    const { rows } = await sql<{ component_id: string }>`
      select distinct component_id from check_component_relationships
      where  check_id = any (${changed}::uuid[]) and deleted_at is null`.execute(tx);
    return rows.map(({ component_id: id }) => id);
  }

  /** Rows of component_dirt are kept until the results are written. */
  async function readChanges(tx: Tx): Promise<Changes> {
    const { rows: dirt } = await sql<Dirt>`
      select id::text as id, component_id, team_id, is_edited from component_dirt`.execute(tx);
    const now = Date.now();
    const ids = new Set([
      ...dirt.flatMap(({ component_id: id }) => id ?? []),
      ...(await updateMaintained(tx)),
      ...[...rechecks].filter(([, at]) => at <= now).map(([id]) => id),
    ]);
    const inputs = await readAll(tx, graph ? [...ids] : "all");
    for (const id of ids) rechecks.delete(id);
    for (const { id, recheckAt } of inputs) if (recheckAt !== null) rechecks.set(id, recheckAt);
    const present = new Set(inputs.map(({ id }) => id));
    return { dirt, inputs, gone: [...ids].filter((id) => !present.has(id)) };
  }

  async function readAll(tx: Tx, wanted: readonly string[] | "all"): Promise<readonly ComponentInputs[]> {
    const found: ComponentInputs[] = [];
    const read = async (ids: readonly string[] | "all") => {
      for (const component of await inSavepoint(tx, () => readInputs(tx, ids, maintained))) found.push(component);
    };
    const readEach = (ids: readonly string[]) =>
      isolated(ids, read, async (id, error) => {
        report(id, error);
        found.push(...(await readWithoutInputs(tx, id)));
      });
    if (wanted !== "all") await readEach(wanted);
    else
      await isolated(
        [wanted],
        () => read(wanted),
        async () => {
          const { rows } = await sql<{ id: string }>`select id from components where deleted_at is null`.execute(tx);
          await readEach(rows.map(({ id }) => id));
        },
      );
    return found;
  }

  /** Writes the results that differ, and deletes the rows of component_dirt. */
  async function write(
    tx: Tx,
    current: ComponentGraph,
    ids: ReadonlySet<string>,
    dirt: readonly Dirt[],
  ): Promise<readonly Written[]> {
    if (dirt.length > 0)
      await sql`delete from component_dirt where id = any (${dirt.map(({ id }) => id)}::bigint[])`.execute(tx);
    const differing = [...ids].flatMap((id) => {
      const node = current.nodes.get(id);
      return node && isDifferent(node) ? [{ inputs: node.inputs, result: node.result! }] : [];
    });
    unwritten = new Set(differing.map(({ inputs: { id } }) => id));
    if (differing.length === 0) return [];
    const { rows } = await sql<{ id: string }>`
      select id from components where id = any (${[...unwritten]}::uuid[]) and deleted_at is null
      order  by id
      for    no key update skip locked`.execute(tx);
    const ours = new Set(rows.map(({ id }) => id));
    for (const id of ours) unwritten.delete(id);
    const written: Written[] = [];
    const store = async (results: readonly Written[]) => {
      await inSavepoint(tx, () => storeResults(tx, results));
      written.push(...results);
    };
    await isolated(
      differing.filter(({ inputs: { id } }) => ours.has(id)),
      store,
      async ({ inputs }, error) => {
        report(inputs.id, error);
        await isolated([{ inputs, result: unknownResult() }], store, () => {});
      },
    );
    await events.publishAll(tx, written.flatMap(eventOf));
    return written;
  }

  async function round(): Promise<Round> {
    const { dirt, inputs, gone } = await asLeader(readChanges);
    const current = graph ?? new ComponentGraph(new Expressions({ report }));
    const affected = current.apply(inputs, gone);
    await current.evaluate(affected);
    const ids = new Set([...affected, ...unwritten]);
    const written = ids.size + dirt.length === 0 ? [] : await asLeader((tx) => write(tx, current, ids, dirt));
    graph = current;
    for (const { inputs: own, result } of written)
      own.stored = {
        health: result.health,
        status: result.status,
        summary: result.summary,
        costs: result.sums.costs,
      };
    teams.note({
      teams: dirt.flatMap(({ team_id: id }) => id ?? []),
      edited: dirt.flatMap(({ is_edited: isEdited, component_id: id }) => (isEdited && id !== null ? [id] : [])),
      rolledUp: written.map(({ inputs: { id } }) => id),
    });
    const isMatched = await teams.match();
    const times = [...rechecks.values(), ...(maintained.length > 0 ? [windowsAt] : [])];
    return {
      isLeading: true,
      isIncomplete: unwritten.size > 0 || current.isPostponed || !isMatched,
      nextAt: times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined,
    };
  }

  return {
    async round() {
      try {
        return await round();
      } catch (error) {
        // The database may now have other results than the graph.
        graph = undefined;
        rechecks.clear();
        teams.forget();
        if (error instanceof LeadLost) return { isLeading: false, isIncomplete: false, nextAt: undefined };
        throw error;
      }
    },
    windowsChanged: () => {
      windowsAt = 0;
    },
  };
}

async function storeResults(tx: Tx, results: readonly Written[]): Promise<void> {
  const costsAt = (index: number) => results.map(({ result }) => storedCost(result.sums.costs[index]));
  await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
  await sql`
    update components c
    set    health = g.health, status = g.status, summary = g.summary,
           cost_per_minute = g.per_minute, cost_total_1d = g.total_1d, cost_total_7d = g.total_7d, cost_total_30d = g.total_30d
    from   unnest(${results.map(({ inputs: { id } }) => id)}::uuid[], ${results.map(({ result }) => result.health)}::text[],
                  ${results.map(({ result }) => result.status)}::text[], ${results.map(({ result }) => result.summary)}::jsonb[],
                  ${costsAt(0)}::numeric[], ${costsAt(1)}::numeric[], ${costsAt(2)}::numeric[], ${costsAt(3)}::numeric[])
           as g (id, health, status, summary, per_minute, total_1d, total_7d, total_30d)
    where  c.id = g.id`.execute(tx);
  await sql`select set_config('quarterdeck.rolling_up', 'off', true)`.execute(tx);
}

/** The fallback result for a component whose computed result the database refuses. */
const unknownResult = (): Result => ({
  health: "unknown",
  status: "unknown",
  counts: noCounts(),
  sums: noSums(),
  summary: "{}",
});

/** The largest value of the cost columns, which are numeric(16, 4). */
const maxCost = "999999999999.9999";

/** Returns a cost in the form that the column stores. */
function storedCost(cost: number | null | undefined): string | null {
  if (cost === null || cost === undefined) return null;
  return Math.abs(cost) < Number(maxCost) ? cost.toFixed(4) : `${cost < 0 ? "-" : ""}${maxCost}`;
}

function isDifferent({ inputs: { stored }, result }: ComponentNode): boolean {
  const { health, status, summary, sums } = result!;
  return (
    stored.health !== health ||
    stored.status !== status ||
    stored.summary !== summary ||
    sums.costs.some((cost, index) => storedCost(cost) !== storedCost(stored.costs[index]))
  );
}

/** A new component that is not failing publishes no event. */
function eventOf({ inputs: { id, stored }, result: { health } }: Written) {
  const isSent = stored.health === null ? health === "unhealthy" || health === "warning" : stored.health !== health;
  return isSent ? [{ name: `component.${health}`, id }] : [];
}
