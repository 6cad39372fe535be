import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { TriStates } from "#language/tri-state.ts";
import { configPath } from "../parts/config-path.ts";
import { ConfigStatus } from "../parts/ConfigStatus.tsx";
import { listPage } from "./list-query.ts";
import type { Catalog } from "./use-catalog.ts";

const SHOWN = 3;
const FAULTS: TriStates = new Map([
  ["unhealthy", "include"],
  ["warning", "include"],
]);
/** "unhealthy" sorts before "warning". */
const FIRST_FAULTS = { pageIndex: 0, pageSize: SHOWN, sort: { id: "health", desc: false } };

/**
 * The first items that need attention, because the list is sorted by name. It is not shown if the list is filtered by
 * health, since that list begins with the worst items.
 */
export function WorstItems({ catalog: { filters, agents, isReady } }: { catalog: Catalog }) {
  const isDeletedShown = usePreference(showDeletedConfigs);
  const isFiltered = filters.states("health").size > 0;
  const faulty = {
    text: (name: string) => filters.text(name),
    states: (name: string) => (name === "health" ? FAULTS : filters.states(name)),
  };
  const { data } = useQuery({
    ...listPage({ filters: faulty, view: FIRST_FAULTS, facets: [], isDeletedShown, agents }),
    enabled: isReady && !isFiltered,
  });
  if (isFiltered || !data || data.rows.length === 0) return null;
  const more = data.total - data.rows.length;
  return (
    <ul aria-label="Items that need attention" className="flex min-w-0 flex-1 items-center gap-4 max-shell:hidden">
      {data.rows.map(({ id, name, status, health }) => (
        <li key={id} className="flex min-w-0 items-center gap-1.5">
          <ConfigStatus status={status} health={health} isMark />
          <Link to={configPath(id)} className="flex min-w-0 hover:text-link hover:underline">
            <Truncated text={name} />
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li className="shrink-0">
          <button
            type="button"
            className="touch-area text-link hover:underline"
            onClick={() => filters.changeStates("health", FAULTS)}
          >
            {more.toLocaleString("en")} more
          </button>
        </li>
      )}
    </ul>
  );
}
