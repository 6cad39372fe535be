import { useQuery } from "@tanstack/react-query";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import type { TriStates } from "#language/tri-state.ts";
import type { SummaryRow } from "../../contract.ts";
import type { Facet } from "./facet.ts";
import { linePath } from "./line-path.ts";
import { summarised, summaryQuery } from "./summary-query.ts";
import type { Catalog } from "./use-catalog.ts";
import { WorstItems } from "./WorstItems.tsx";

const BY_TYPE: readonly Facet[] = [{ type: "field", field: "type" }];
/** All filters apply to the item counts of a group; the status filter does not apply to the health distribution. */
const BY_HEALTH: readonly Facet[] = [...BY_TYPE, { type: "field", field: "health" }];
const NONE: TriStates = new Map();

/** The health of a group whose items all have the same health. */
const healthOf = ({ health }: SummaryRow) => Object.keys(health).find((name) => health[name]! > 0) ?? "unknown";

/** Whether the filter excludes a health. */
const isLeftOut = (chosen: TriStates, health: string) =>
  chosen.get(health) === "exclude" || (!chosen.has(health) && [...chosen.values()].includes("include"));

/**
 * The number of items of the type by health. Each number links to the filtered list, so that users find faults quickly.
 */
export function TypeHealth({ catalog }: { catalog: Catalog }) {
  const { filters, configType, agents, isReady } = catalog;
  const isDeletedShown = usePreference(showDeletedConfigs);
  const states = (name: string) => (name === "health" ? NONE : filters.states(name));
  const query = useQuery({
    ...summaryQuery({ filters: { states }, facets: BY_HEALTH, isDeletedShown, agents }),
    enabled: isReady,
  });
  useFollowed(query, { relations: summarised });
  const rows = query.data?.filter(({ type }) => type === configType) ?? [];
  const counts = Object.fromEntries(
    [...Map.groupBy(rows, healthOf)].map(([health, of]) => [health, of.reduce((sum, { count }) => sum + count, 0)]),
  );
  return (
    <div className="flex h-7 shrink-0 items-center gap-4 pb-2">
      {query.isPending ? (
        <Skeleton className="h-5 w-48" />
      ) : (
        <div className="max-w-full shrink-0">
          <HealthBar
            label="Health of the items"
            counts={counts}
            hasWords
            isMuted={(health) => isLeftOut(filters.states("health"), health)}
            hrefOf={(health) => linePath({ values: [configType] }, { facets: BY_TYPE, filters, health })}
          />
        </div>
      )}
      <WorstItems catalog={catalog} />
    </div>
  );
}
