// Keeps all components in memory, in the form that responses show, so that only changed rows are read from the
// database. Changes arrive as notifications (live), and each request first updates the copy. Without notifications, or
// when too many rows changed to be listed, the versions of all rows are compared instead.
import { randomUUID } from "node:crypto";
import type { System } from "#server/area.ts";
import { countNames, groupByParent, type Forest, type TreeEntry } from "./forest.ts";
import { readEntries, readMarks, readRelationships, readTeamNames, type ReadEntry } from "./read-entries.ts";

export interface TreeCopy {
  /** Resolves with a state that includes all notifications so far. */
  current(): Promise<TreeState>;
}

export interface TreeState {
  /** A version that changes with every update of the copy; only valid in this process. */
  version: string;
  forest: Forest;
}

const relations = ["components", "component_relationships", "team_components", "teams"];

export function createTreeCopy({ db, live }: Pick<System, "db" | "live">): TreeCopy {
  /** Invalidates versions from other processes and from before a restart. */
  const epoch = randomUUID().slice(0, 8);
  const entries = new Map<string, ReadEntry>();
  let links: Awaited<ReturnType<typeof readRelationships>> = { related: new Map(), relatedParents: new Map() };
  let teamNames = new Map<string, string[]>();
  let version = 0;
  let state: { at: number; shown: TreeState } | undefined;

  let changed = new Set<string>();
  let isAnythingChanged = true;
  let areLinksChanged = true;
  let areTeamsChanged = true;
  let isListening = false;
  let updating: Promise<void> | undefined;

  function listen(): void {
    isListening = true;
    live.on(relations, ({ relation, ids }) => {
      if (relation === "component_relationships") areLinksChanged = true;
      else if (relation !== "components") areTeamsChanged = true;
      else if (ids === null) isAnythingChanged = true;
      else for (const id of ids) changed.add(id);
    });
  }

  // A running update has taken its notifications, but the copy does not contain their rows yet.
  const isBehind = () =>
    updating !== undefined ||
    isAnythingChanged ||
    areLinksChanged ||
    areTeamsChanged ||
    changed.size > 0 ||
    !live.connected;

  async function update(): Promise<void> {
    const canTrust = live.connected;
    const isUnknown = isAnythingChanged || !canTrust;
    const readLinks = isUnknown || areLinksChanged;
    const readTeams = isUnknown || areTeamsChanged;
    const ids = [...changed];
    changed = new Set();
    isAnythingChanged = areLinksChanged = areTeamsChanged = false;
    try {
      if (isUnknown) await compareAll();
      else if (ids.length > 0) take(await readEntries(db.plain, ids), ids);
      if (readLinks) {
        links = await readRelationships(db.plain);
        version += 1;
      }
      if (readTeams) {
        teamNames = await readTeamNames(db.plain);
        version += 1;
      }
      if (!canTrust) isAnythingChanged = true;
    } catch (error) {
      isAnythingChanged = true;
      throw error;
    }
  }

  async function compareAll(): Promise<void> {
    if (entries.size === 0) return take(await readEntries(db.plain, "all"), []);
    const marks = await readMarks(db.plain);
    const present = new Set(marks.map(({ id }) => id));
    const gone = [...entries.keys()].filter((id) => !present.has(id));
    const differing = marks.filter(({ id, mark }) => entries.get(id)?.mark !== mark).map(({ id }) => id);
    const rows = differing.length === 0 ? [] : await readEntries(db.plain, differing);
    take(rows, [...differing, ...gone]);
  }

  /** Removes the ids in `requested` that have no row. */
  function take(rows: readonly ReadEntry[], requested: readonly string[]): void {
    for (const row of rows) entries.set(row.id, row);
    const found = new Set(rows.map(({ id }) => id));
    for (const id of requested) if (!found.has(id)) entries.delete(id);
    if (rows.length + requested.length > 0) version += 1;
  }

  return {
    async current() {
      if (!isListening) listen();
      // An update does not include notifications that arrive while it runs. Two rounds are enough: notifications that
      // arrive during the second round are newer than the request.
      for (let round = 0; round < 2 && isBehind(); round += 1)
        await (updating ??= update().finally(() => (updating = undefined)));
      if (state?.at !== version) {
        const shown: ReadonlyMap<string, TreeEntry> = new Map(entries);
        state = {
          at: version,
          shown: {
            version: `${epoch}.${version}`,
            forest: { entries: shown, ...links, teamNames, counts: countNames, children: groupByParent(shown) },
          },
        };
      }
      return state.shown;
    },
  };
}
