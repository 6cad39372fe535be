// Keeps the links of components up to date: one process listens for changes of config items, checks and components, and
// finds the links of what changed again. When a process takes over, it evaluates every selector once.
import { setTimeout as delay } from "node:timers/promises";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { createLead } from "#server/manifests/lead.ts";
import { linkComponents, linkTargets } from "./link-components.ts";
import {
  checkLinks,
  componentLinks,
  configLinks,
  selectingAmong,
  type LinkKind,
  type Selecting,
} from "./link-kinds.ts";

/** Changes are collected for this time, because many rows change together. */
const collectMs = 500;

const kindOf: Readonly<Record<string, LinkKind>> = {
  config_items: configLinks,
  checks: checkLinks,
  components: componentLinks,
};

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

/** Ends when the signal aborts. */
export async function keepLinks(system: System, signal: AbortSignal, everyMs = collectMs): Promise<void> {
  const lead = createLead(system.db, "topology-links");
  const changed = new Map<string, Ids>();
  const note = (relation: string, ids: readonly string[] | null) => {
    const known = changed.get(relation);
    if (ids === null || known === "all") changed.set(relation, "all");
    else changed.set(relation, new Set([...(known ?? []), ...ids]));
  };
  const unsubscribe = system.live.on(Object.keys(kindOf), ({ relation, ids }) => note(relation, ids));
  const links = createLinks(system);
  let isLeading = false;
  try {
    while (!signal.aborted) {
      const taken = new Map(changed);
      changed.clear();
      try {
        const isOurs = await lead.isOurs();
        if (isOurs && !isLeading) await links.all();
        else if (isOurs) for (const [relation, ids] of taken) await links.update(relation, ids);
        isLeading = isOurs;
      } catch (error) {
        // Nothing is known about the changes that were not processed, so everything is evaluated again.
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

/** Remembers the selectors of all components, so that a component whose health changes costs nothing. */
function createLinks(system: System) {
  const selecting = new Map<string, Selecting>();
  const textOf = ({ selectors, configs, component_checks }: Selecting) =>
    JSON.stringify([selectors, configs, component_checks]);

  const all = async () => {
    selecting.clear();
    for (const component of await selectingAmong(system.db.system)) selecting.set(component.id, component);
    report(system, await linkComponents(system, [...selecting.keys()]));
  };

  /** Links components whose selectors changed by a hand edit; a build links its own. */
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
    if (different.length > 0) report(system, await linkComponents(system, different));
  };

  return {
    all,
    async update(relation: string, ids: Ids): Promise<void> {
      if (ids === "all") return all();
      const changed = [...ids];
      if (relation === "components") await updateOwners(changed);
      report(system, await linkTargets(system, kindOf[relation]!, [...selecting.values()], changed));
    },
  };
}

function report({ log }: System, faults: readonly string[]): void {
  for (const fault of new Set(faults)) log.warn(fault);
}
