import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { db, rows } from "#console/client/rows.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import type { Counts } from "#language/columns.ts";
import { typePath } from "../parts/config-path.ts";
import { ConfigType } from "../parts/ConfigType.tsx";

interface Counted {
  type: string;
  health: string | null;
  count: number;
}

const countsOf = (scraper: string) =>
  rows(
    ["configs", "of scraper", scraper],
    () =>
      db
        .from("configs")
        .select<string, Counted>("type,health,count()")
        .eq("scraper_id", scraper)
        .is("deleted_at", null),
    { of: ["config_items"] },
  );

/** The largest types are shown at first, since the form below is more important. */
const FEW_TYPES = 6;
const ONE_COLUMN = 3;

/** The number of items that a scraper has found, by type and health, with links to the lists of these types. */
export function ScrapedItems({ id }: { id: string }) {
  const { data } = useQuery(countsOf(id));
  const [areAllShown, setAllShown] = useState(false);
  if (!data) return <Skeleton className="h-24" />;
  const types = Object.entries(Object.groupBy(data, ({ type }) => type))
    .map(([type, found = []]) => ({ type, total: totalOf(found), health: healthOf(found) }))
    .toSorted((a, b) => b.total - a.total || a.type.localeCompare(b.type, "en"));
  const total = totalOf(data);
  const hidden = areAllShown ? 0 : Math.max(0, types.length - FEW_TYPES);
  return (
    <section aria-label="Items" className="rounded-md border border-line bg-surface">
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
        <h2 className="font-semibold">
          {total.toLocaleString("en")} {total === 1 ? "item" : "items"}
        </h2>
        <span>
          <HealthBar label="Health of the items" counts={healthOf(data)} />
        </span>
        {hidden > 0 && (
          <button
            type="button"
            onClick={() => setAllShown(true)}
            className="touch-area ml-auto h-6 rounded-md px-1.5 text-link hover:underline"
          >
            Show all {types.length} types
          </button>
        )}
      </div>
      {types.length === 0 ? (
        <p className="border-t border-line px-3 py-2 text-muted">No item has been saved yet.</p>
      ) : (
        <ul
          aria-label="Types"
          className={`grid gap-x-6 border-t border-line px-3 py-1 ${types.length > ONE_COLUMN ? "shell:grid-cols-2" : ""}`}
        >
          {types.slice(0, types.length - hidden).map(({ type, total: count, health }) => (
            <li key={type} className="flex h-[max(2rem,var(--touch))] min-w-0 items-center gap-3">
              <AddressLink href={typePath(type)} className="flex min-w-0 flex-1 hover:text-link hover:underline">
                <ConfigType type={type} />
              </AddressLink>
              <span className="shrink-0">
                <HealthBar label={`Health of ${type}`} counts={faultsOf(health)} />
              </span>
              <span className="w-12 shrink-0 text-right tabular-nums">{count.toLocaleString("en")}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const totalOf = (counted: readonly Counted[]) => counted.reduce((sum, { count }) => sum + count, 0);

function healthOf(counted: readonly Counted[]): Counts {
  const counts: Record<string, number> = {};
  for (const { health, count } of counted) counts[health ?? "unknown"] = (counts[health ?? "unknown"] ?? 0) + count;
  return counts;
}

/** Only faults are marked, so that they stand out. */
const faultsOf = ({ unhealthy = 0, warning = 0 }: Counts): Counts => ({ unhealthy, warning });
