// The silences of active alerts. Clients poll the list of alerts, and evaluating an alert runs every filter, so the
// results are cached briefly and shared by all requests.
import type { System } from "#server/area.ts";
import type { Silences } from "../silences/match.ts";
import { loadSubjects } from "../silences/subjects.ts";

/** A new silence is visible after this time at the latest. */
const keptMs = 3_000;
/** The number of alerts whose resources are loaded together. */
const partSize = 500;

export interface JudgedAlerts {
  /** Returns the ids of the silences that hide the alerts of these checks, in the same order. */
  silencedBy(checkIds: readonly string[]): Promise<readonly (readonly string[])[]>;
}

export function createJudgedAlerts({ db }: Pick<System, "db">, silences: Silences): JudgedAlerts {
  let known = new Map<string, Promise<readonly string[]>>();
  let until = 0;

  async function judge(checkIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const withDocuments = (await silences.mentions()).size > 0;
    const found = new Map<string, readonly string[]>();
    for (let at = 0; at < checkIds.length; at += partSize) {
      const messages = checkIds.slice(at, at + partSize).map((id) => ({ event: { name: "check.failed", id } }));
      const subjects = await loadSubjects(db.system, messages, { withDocuments });
      const now = new Date();
      await Promise.all(
        [...subjects.values()].map(async (subject) => {
          const matching = await silences.matchAll(subject, now);
          found.set(
            subject.id,
            matching.map(({ id }) => id),
          );
        }),
      );
    }
    return found;
  }

  return {
    silencedBy(checkIds) {
      if (performance.now() > until) {
        known = new Map();
        until = performance.now() + keptMs;
      }
      const current = known;
      const missing = checkIds.filter((id) => !current.has(id));
      if (missing.length > 0) {
        const judging = judge(missing);
        for (const id of missing)
          current.set(
            id,
            judging.then((found) => found.get(id) ?? []),
          );
        // After a failure, the next request tries again.
        judging.catch(() => {
          if (known === current) until = 0;
        });
      }
      return Promise.all(checkIds.map((id) => current.get(id)!));
    },
  };
}
