// Keeps component links up to date, in one process: updates the links of the config items, checks and components that
// writers recorded in `link_dirt`. When a process takes over, it evaluates every selector once.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { createLead } from "#server/manifests/lead.ts";
import { linkComponents, linkTargets } from "./link-components.ts";
import { linkKinds, selectingAmong, type LinkKind, type Selecting } from "./link-kinds.ts";

/** Changes are collected for this time, because many rows change together. */
const collectMs = 500;
/** How often a process checks whether it is the leader while nothing changes. */
const leaderLookMs = 10_000;
const standbyLookMs = 2_000;

const kindOf: ReadonlyMap<string, LinkKind> = new Map(linkKinds.map((kind) => [kind.target.relation, kind]));

export const linksKeeper: Service = {
  name: "links of components",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const working = keepLinks(system, ending.signal);
    return {
      async stop() {
        ending.abort();
        await working;
      },
    };
  },
};

type Ids = Set<string> | "all";

/** Returns when the signal aborts. */
export async function keepLinks(system: System, signal: AbortSignal, everyMs = collectMs): Promise<void> {
  const lead = createLead(system.db, "topology-links");
  const changed = new Map<string, Ids>();
  const note = (relation: string, ids: readonly string[] | null) => {
    const known = changed.get(relation);
    if (ids === null || known === "all") changed.set(relation, "all");
    else changed.set(relation, new Set([...(known ?? []), ...ids]));
  };
  const unsubscribe = system.live.on([...kindOf.keys()], ({ relation, ids }) => note(relation, ids));
  const links = createLinks(system);
  let isLeading = false;
  let lookedAt = -Infinity;
  try {
    while (!signal.aborted) {
      const lookMs = isLeading ? leaderLookMs : standbyLookMs;
      if (performance.now() - lookedAt < lookMs && !(isLeading && changed.size > 0)) {
        await delay(everyMs, undefined, { signal }).catch(() => {});
        continue;
      }
      lookedAt = performance.now();
      const taken = new Map(changed);
      changed.clear();
      try {
        const isOurs = await lead.isOurs();
        if (isOurs && !isLeading) await links.all();
        else if (isOurs && taken.size > 0) await links.update(taken);
        isLeading = isOurs;
      } catch (error) {
        // The unprocessed changes are lost, so everything is evaluated again.
        isLeading = false;
        const level = isConnectionLost(error) ? "debug" : "warn";
        system.log[level]({ err: error }, "cannot update the links of components; trying again");
      }
      await delay(everyMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    unsubscribe();
    await lead.release();
  }
}

/** Remembers the selectors of all components, so that a change of a component's health needs no additional query. */
function createLinks(system: System) {
  const selecting = new Map<string, Selecting>();
  let reported = new Set<string>();
  const textOf = ({ selectors, configs, component_checks }: Selecting) =>
    JSON.stringify([selectors, configs, component_checks]);

  /** Reports a fault once, until every selector is evaluated again. */
  function report(faults: readonly string[]): void {
    for (const fault of faults) {
      if (!reported.has(fault)) system.log.warn(fault);
      reported.add(fault);
    }
  }

  const all = async () => {
    const dirt = await readDirt(system);
    selecting.clear();
    reported = new Set();
    for (const component of await selectingAmong(system.db.system)) selecting.set(component.id, component);
    report(await linkComponents(system, [...selecting.keys()]));
    await removeDirt(system, dirt);
  };

  /** Links components whose selectors were edited by hand; a build links its own components. */
  const updateOwners = async (ids: readonly string[]) => {
    const found = new Map((await selectingAmong(system.db.system, ids)).map((component) => [component.id, component]));
    const different = ids.filter((id) => {
      const [before, now] = [selecting.get(id), found.get(id)];
      return (before && textOf(before)) !== (now && textOf(now));
    });
    for (const id of different) {
      const now = found.get(id);
      if (now) selecting.set(id, now);
      else selecting.delete(id);
    }
    if (different.length > 0) report(await linkComponents(system, different));
  };

  const updateRecorded = async () => {
    const dirt = await readDirt(system);
    for (const [relation, rows] of Map.groupBy(dirt, (row) => row.relation)) {
      const ids = [...new Set(rows.map(({ target_id: id }) => id))];
      if (relation === "components") await updateOwners(ids);
      report(await linkTargets(system, kindOf.get(relation)!, [...selecting.values()], ids));
    }
    await removeDirt(system, dirt);
  };

  /** Evaluates the selectors that read columns whose changes are not recorded, such as the health. */
  const updateUntracked = async (kind: LinkKind, ids: Ids) => {
    const reading = [...selecting.values()].filter((component) =>
      kind.ownedBy(component).some(({ readsUntracked }) => readsUntracked),
    );
    if (reading.length === 0) return;
    if (ids !== "all") report(await linkTargets(system, kind, reading, [...ids], { only: "untracked" }));
    else
      report(
        await linkComponents(
          system,
          reading.map(({ id }) => id),
        ),
      );
  };

  return {
    all,
    async update(changed: ReadonlyMap<string, Ids>): Promise<void> {
      await updateRecorded();
      for (const [relation, ids] of changed) await updateUntracked(kindOf.get(relation)!, ids);
    },
  };
}

interface Dirt {
  id: string;
  relation: string;
  target_id: string;
}

async function readDirt({ db }: Pick<System, "db">): Promise<readonly Dirt[]> {
  const { rows } = await sql<Dirt>`select id::text as id, relation, target_id from link_dirt`.execute(db.system);
  return rows;
}

/**
 * Rows are removed after their links are written, so if a process stops in between, the next process handles the rows
 * again.
 */
async function removeDirt({ db }: Pick<System, "db">, dirt: readonly Dirt[]): Promise<void> {
  if (dirt.length > 0)
    await sql`delete from link_dirt where id = any (${dirt.map(({ id }) => id)}::bigint[])`.execute(db.system);
}
