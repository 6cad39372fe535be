// The components that an actor may read. For an actor with row limits, the row policies are evaluated for every
// component, so the result is cached until a component changes.
import { createHash } from "node:crypto";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { TreeCopy } from "../forest/copy.ts";
import { countNames, visiblePart, type Forest } from "../forest/forest.ts";
import { shownFields, visibleIds } from "./access.ts";

export interface ReaderTrees {
  current(actor: Actor): Promise<ReaderTree>;
}

export interface ReaderTree {
  /** Changes when the components change, or the part of them that the actor may read. */
  version: string;
  forest: Forest;
  /** Returns the part of another forest, for example of an earlier time, that the actor can read. */
  partOf(forest: Forest): Forest;
}

interface Kept {
  version: string;
  until: number;
  tree: Promise<ReaderTree>;
}

const maxKept = 30;
/** Row policies also compare agent names, whose changes are not part of the version. */
const maxAgeMs = 30_000;

export function createReaderTrees(system: Pick<System, "db" | "features" | "catalog">, copy: TreeCopy): ReaderTrees {
  const kept = new Map<string, Kept>();
  return {
    async current(actor) {
      const { version, forest } = await copy.current();
      const claims = claimsOf(actor, "read");
      const shown = await shownFields(system, actor);
      if (claims === undefined && shown.counts.length === countNames.length && shown.hasTeams)
        return { version: `${version}.all`, forest, partOf: (other) => other };

      const key = JSON.stringify([shown, claims]);
      const known = kept.get(key);
      if (known?.version === version && Date.now() < known.until) return known.tree;
      const read = async (): Promise<ReaderTree> => {
        const ids = claims === undefined ? undefined : await visibleIds(system, claims);
        const partOf = (other: Forest) => visiblePart(other, { ...shown, ids });
        const rights = createHash("sha1").update(JSON.stringify([shown, ids && [...ids]]));
        return { version: `${version}.${rights.digest("base64url")}`, forest: partOf(forest), partOf };
      };
      const tree = read();
      kept.delete(key);
      kept.set(key, { version, until: Date.now() + maxAgeMs, tree });
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
      tree.catch(() => {
        if (kept.get(key)?.tree === tree) kept.delete(key);
      });
      return tree;
    },
  };
}
