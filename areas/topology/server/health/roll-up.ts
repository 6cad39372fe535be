// One round of the roll-up: takes the recorded components, computes them and their ancestors, and writes the results that
// changed with their events, in one transaction. It never waits for a row that another writer has locked, so it cannot
// deadlock with builders, checks or scrapers; it writes such a row in a later round.
import { sql } from "kysely";
import { findMaintained } from "#areas/health/server/index.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { ComponentGraph, type ComponentNode } from "./graph.ts";
import { readInputs } from "./inputs.ts";
import { createTeamMatcher } from "./team-components.ts";

export interface RollUp {
  /**
   * Returns whether a further round is needed soon, because rows were locked, and the time of the next change that no
   * writer causes.
   */
  round(): Promise<{ isIncomplete: boolean; nextAt: number | undefined }>;
  /** Reads the maintenance windows in the next round. */
  windowsChanged(): void;
}

interface Dirt {
  component_id: string | null;
  team_id: string | null;
  is_edited: boolean;
}

/** Windows open and close by the clock. */
const windowsEveryMs = 1_000;

export function createRollUp(system: Pick<System, "db" | "events" | "catalog" | "log">): RollUp {
  const { db, events } = system;
  const teams = createTeamMatcher(system);
  /** Undefined until the components are loaded, and after a round that failed. */
  let graph: ComponentGraph | undefined;
  let unwritten = new Set<string>();
  let maintained: readonly string[] = [];
  let windowsAt = 0;
  const rechecks = new Map<string, number>();

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

  async function update(tx: Tx): Promise<{ graph: ComponentGraph; written: readonly ComponentNode[] }> {
    const { rows: dirt } = await sql<Dirt>`
      delete from component_dirt returning component_id, team_id, is_edited`.execute(tx);
    const now = Date.now();
    const edited = new Set(dirt.flatMap((row) => (row.is_edited ? (row.component_id ?? []) : [])));
    const ids = new Set([
      ...dirt.flatMap(({ component_id: id }) => id ?? []),
      ...(await updateMaintained(tx)),
      ...[...rechecks].filter(([, at]) => at <= now).map(([id]) => id),
    ]);
    const current = graph ?? new ComponentGraph();
    const inputs = graph && ids.size === 0 ? [] : await readInputs(tx, graph ? [...ids] : "all", maintained);
    for (const id of ids) rechecks.delete(id);
    for (const { id, recheckAt } of inputs) if (recheckAt !== null) rechecks.set(id, recheckAt);
    const present = new Set(inputs.map(({ id }) => id));
    const affected = current.apply(
      inputs,
      [...ids].filter((id) => !present.has(id)),
    );
    await current.evaluate(affected);
    const written = await write(tx, current, new Set([...affected, ...unwritten]));
    await teams.matchTeams(tx, [...new Set(dirt.flatMap(({ team_id: id }) => id ?? []))]);
    await teams.matchComponents(
      tx,
      [...edited],
      written.map(({ inputs: { id } }) => id),
    );
    return { graph: current, written };
  }

  async function write(tx: Tx, current: ComponentGraph, ids: ReadonlySet<string>): Promise<readonly ComponentNode[]> {
    const differing = [...ids].flatMap((id) => {
      const node = current.nodes.get(id);
      return node && isDifferent(node) ? [node] : [];
    });
    unwritten = new Set(differing.map(({ inputs: { id } }) => id));
    if (differing.length === 0) return [];
    const { rows } = await sql<{ id: string }>`
      select id from components where id = any (${[...unwritten]}::uuid[]) and deleted_at is null
      order  by id
      for    no key update skip locked`.execute(tx);
    const ours = new Set(rows.map(({ id }) => id));
    const nodes = differing.filter(({ inputs: { id } }) => ours.has(id));
    if (nodes.length === 0) return [];
    const costsAt = (index: number) => nodes.map(({ result }) => result!.sums.costs[index]?.toFixed(4) ?? null);
    await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
    await sql`
      update components c
      set    health = g.health, status = g.status, summary = g.summary,
             cost_per_minute = g.per_minute, cost_total_1d = g.total_1d, cost_total_7d = g.total_7d, cost_total_30d = g.total_30d
      from   unnest(${nodes.map(({ inputs: { id } }) => id)}::uuid[], ${nodes.map(({ result }) => result!.health)}::text[],
                    ${nodes.map(({ result }) => result!.status)}::text[], ${nodes.map(({ result }) => result!.summary)}::jsonb[],
                    ${costsAt(0)}::numeric[], ${costsAt(1)}::numeric[], ${costsAt(2)}::numeric[], ${costsAt(3)}::numeric[])
             as g (id, health, status, summary, per_minute, total_1d, total_7d, total_30d)
      where  c.id = g.id`.execute(tx);
    await sql`select set_config('quarterdeck.rolling_up', 'off', true)`.execute(tx);
    await events.publishAll(tx, nodes.flatMap(eventOf));
    for (const id of ours) unwritten.delete(id);
    return nodes;
  }

  return {
    async round() {
      const { graph: next, written } = await db.system
        .transaction()
        .execute(update)
        .catch((error: unknown) => {
          // The database may have other results than the graph now.
          graph = undefined;
          rechecks.clear();
          teams.forget();
          throw error;
        });
      graph = next;
      for (const { inputs, result } of written)
        inputs.stored = {
          health: result!.health,
          status: result!.status,
          summary: result!.summary,
          costs: result!.sums.costs,
        };
      const times = [...rechecks.values(), ...(maintained.length > 0 ? [windowsAt] : [])];
      return {
        isIncomplete: unwritten.size > 0,
        nextAt: times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined,
      };
    },
    windowsChanged: () => {
      windowsAt = 0;
    },
  };
}

function isDifferent({ inputs: { stored }, result }: ComponentNode): boolean {
  const { health, status, summary, sums } = result!;
  return (
    stored.health !== health ||
    stored.status !== status ||
    stored.summary !== summary ||
    sums.costs.some((cost, index) => (cost?.toFixed(4) ?? null) !== (stored.costs[index]?.toFixed(4) ?? null))
  );
}

/** A new component that is not failing sends no event. */
function eventOf({ inputs: { id, stored }, result }: ComponentNode) {
  const { health } = result!;
  const isSent = stored.health === null ? health === "unhealthy" || health === "warning" : stored.health !== health;
  return isSent ? [{ name: `component.${health}`, id }] : [];
}
