// The uses of a connection: the resources that use it, and its last test.
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { countOf } from "#lib/text/words.ts";
import type { ConnectionUse, ListedConnection } from "./connections-query.ts";

const userWords: Readonly<Record<string, readonly [singular: string, plural: string]>> = {
  canary: ["health check", "health checks"],
  scraper: ["scraper", "scrapers"],
  playbook: ["playbook", "playbooks"],
  notification: ["notification", "notifications"],
  topology: ["topology", "topologies"],
};

/** The resources that use the connection, by kind: "2 health checks, 1 scraper". */
export function usersOf(uses: readonly ConnectionUse[]): string {
  return Object.entries(userWords)
    .map(([kind, words]) => ({
      words,
      count: new Set(uses.filter((use) => use.subject_kind === kind).map((use) => use.subject_id)).size,
    }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => countOf(count, ...words))
    .join(", ");
}

export const newestOf = (uses: readonly ConnectionUse[]): ConnectionUse | undefined =>
  uses.toSorted((a, b) => b.last_used_at.localeCompare(a.last_used_at))[0];

/** The last test of the stored values. Tests from before the last change of these values are ignored. */
export const testOf = ({
  connection_uses: uses,
  updated_at,
}: Pick<ListedConnection, "connection_uses" | "updated_at">) =>
  newestOf(
    uses.filter(({ outcome, last_used_at: at }) => outcome !== null && Date.parse(at) >= Date.parse(updated_at)),
  );

export function LastTest({ test }: { test: ConnectionUse | undefined }) {
  if (!test)
    return (
      <span title="Not tested" className="text-faint">
        <span aria-hidden>–</span>
        <span className="sr-only">Not tested</span>
      </span>
    );
  const hasPassed = test.outcome === "reached";
  return (
    <span className="flex items-center gap-1.5">
      <StatusMark meaning={hasPassed ? "healthy" : "unhealthy"} />
      <span className={hasPassed ? "" : "text-unhealthy-text"}>{hasPassed ? "Passed" : "Failed"}</span>
      <span className="text-muted">
        <RowAge since={test.last_used_at} />
      </span>
    </span>
  );
}
