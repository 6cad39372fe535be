import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { db, pageOfRows } from "#console/client/rows.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { countOf } from "#lib/text/words.ts";
import { INCIDENTS, incidentPath } from "../parts/incident-path.ts";

const commanded = (personId: string) =>
  pageOfRows(["incidents", "commanded", personId], () =>
    db
      .from("incidents")
      .select("id", { count: "exact" })
      .eq("commander_id", personId)
      .in("status", ["new", "open", "investigating", "mitigated"])
      .limit(1),
  );

/** The number of open incidents that the person commands, next to the bell. Without one, nothing is shown. */
export function MyIncidents() {
  const { user } = useActor();
  const { data } = useQuery(commanded(user.id));
  const [first] = data?.rows ?? [];
  if (!data || !first) return null;
  const { total } = data;
  const words = `You command ${countOf(total, "open incident", "open incidents")}`;
  return (
    <AddressLink
      href={total === 1 ? incidentPath(first.id) : INCIDENTS}
      title={words}
      aria-label={words}
      className="relative inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text max-shell:hidden"
    >
      <Icon name="siren" />
      <span
        aria-hidden
        className="absolute top-0 left-1/2 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular-nums ring-2 ring-surface"
      >
        {total > 99 ? "99+" : total}
      </span>
    </AddressLink>
  );
}
