import { useQuery } from "@tanstack/react-query";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import type { TriStates } from "#language/tri-state.ts";
import { linePath } from "./line-path.ts";
import { healthCounts } from "./list-query.ts";
import type { Catalog } from "./use-catalog.ts";

/** Whether the filter excludes a health. */
const isLeftOut = (chosen: TriStates, health: string) =>
  chosen.get(health) === "exclude" || (!chosen.has(health) && [...chosen.values()].includes("include"));

/** The number of listed items by health. Each number links to the filtered list, so that users find faults quickly. */
export function ListHealth({ catalog }: { catalog: Catalog }) {
  const { filters, configType, agents, isReady } = catalog;
  const isDeletedShown = usePreference(showDeletedConfigs);
  const query = useQuery({ ...healthCounts({ filters, isDeletedShown, agents }), enabled: isReady });
  const counts: Record<string, number> = {};
  for (const { health, count } of query.data ?? [])
    counts[health ?? "unknown"] = (counts[health ?? "unknown"] ?? 0) + count;
  return (
    // The height is kept while the counts are loading, so that the table does not move.
    <div className="flex h-7 shrink-0 items-center pb-2">
      {query.isPending ? (
        <Skeleton className="h-5 w-48" />
      ) : (
        <HealthBar
          label="Health of the items"
          counts={counts}
          hasWords
          isMuted={(health) => isLeftOut(filters.states("health"), health)}
          hrefOf={(health) =>
            linePath({ values: [] }, { facets: [], filters, health, configType, search: filters.text("search") })
          }
        />
      )}
    </div>
  );
}
