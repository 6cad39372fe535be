// Forests of earlier times. Reading a forest reads the history of every component, so only a few forests are read at a
// time. The most recent forests are cached, because the requests of a page that shows an earlier time differ only in
// their filters.
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import type { TreeState } from "../forest/copy.ts";
import type { Forest } from "../forest/forest.ts";
import { readForestAt } from "./read-forest.ts";

export interface PastForests {
  at(time: Date, present: TreeState): Promise<Forest>;
}

const maxKept = 4;

export function createPastForests({ db }: Pick<System, "db">): PastForests {
  const inTurn = takeTurns({
    atOnce: 2,
    waiting: 20,
    refuse: () =>
      new Problem("too_many_requests", "Too many requests for the topology at an earlier time are in progress.", {
        hint: "Try again in a few seconds.",
        retryAfter: 5,
      }),
  });
  const kept = new Map<string, Promise<Forest>>();
  return {
    at(time, { version, forest: { entries } }) {
      const key = `${version} ${time.getTime()}`;
      const known = kept.get(key);
      if (known) return known;
      const read = inTurn(() => readForestAt(db.system, time, entries));
      kept.set(key, read);
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
      read.catch(() => {
        if (kept.get(key) === read) kept.delete(key);
      });
      return read;
    },
  };
}
