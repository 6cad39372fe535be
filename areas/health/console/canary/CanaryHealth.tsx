import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { healthOf, pauseOf } from "../../model.ts";
import { Counters } from "../dashboard/Counters.tsx";
import { addTo, NO_TALLY, type Tally } from "../dashboard/tally.ts";

/** The checks of a canary. */
export const checksOfCanary = (canary: string) =>
  rows(["checks", "of canary", canary], () =>
    db.from("checks").select("*").eq("canary_id", canary).is("deleted_at", null).order("name"),
  );

/** The current health of a canary's checks, with links to failing checks. */
export function CanaryHealth({ id }: { id: string }) {
  const checks = useQuery(checksOfCanary(id)).data ?? [];
  const printed = useClock((now) => {
    const tally = { ...NO_TALLY };
    for (const check of checks) addTo(tally, healthOf({ ...check, paused: pauseOf(check) }, now));
    return JSON.stringify(tally);
  });
  if (checks.length === 0) return null;
  const last = checks.reduce<string | null>(
    (latest, { last_runtime: at }) => (at !== null && (latest ?? "") < at ? at : latest),
    null,
  );
  const failing = checks.filter(({ status }) => status === "unhealthy");
  return (
    <section
      aria-label="Health"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-3 py-2"
    >
      <Counters tally={JSON.parse(printed) as Tally} />
      {failing.length > 0 && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {/* Only for screen readers, because the count before the names already shows this word. */}
          <span className="sr-only">Failing:</span>
          {failing.map(({ id: check, name }) => (
            <ResourceLink key={check} kind="check" id={check} name={name} />
          ))}
        </span>
      )}
      {last !== null && (
        <span className="text-muted">
          Last run <Timestamp at={last} format="short" /> ago
        </span>
      )}
    </section>
  );
}
