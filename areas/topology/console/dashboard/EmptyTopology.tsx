import { Link } from "@tanstack/react-router";
import { useHasPage } from "#console/shell/registry.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { TopologyDashboard } from "./use-topology.ts";

const BUILD = "/settings/topologies/build";
const TOPOLOGIES = "/settings/topologies";

/** Explains why there are no components, and offers the next step. */
export function EmptyTopology({ dashboard: { filters, url, change } }: { dashboard: TopologyDashboard }) {
  const mayBuild = useHasPage(BUILD);
  const hasTopologies = useHasPage(TOPOLOGIES);
  const isFiltered = filters.chips.length > 0;
  const isPast = url.at !== "";
  return (
    <div role="status" className="flex flex-col items-center gap-1 px-4 py-16 text-center">
      <p className="text-title font-medium">
        {isFiltered
          ? "There are no components matching this criteria"
          : isPast
            ? "There were no components at this time"
            : "There are no components yet"}
      </p>
      {isFiltered ? (
        <Button className="mt-3" onClick={filters.clear}>
          Clear filters
        </Button>
      ) : isPast ? (
        <Button className="mt-3" onClick={() => void change({ at: undefined })}>
          Back to now
        </Button>
      ) : (
        <>
          <p className="text-muted">
            A topology describes the systems that a team runs, and builds components from them.
          </p>
          {hasTopologies && (
            <Link
              to={mayBuild ? BUILD : TOPOLOGIES}
              className="mt-3 inline-flex h-control items-center rounded-md bg-accent px-3 font-medium text-on-accent transition-colors hover:bg-accent-hover"
            >
              {mayBuild ? "Build a topology" : "Open topologies"}
            </Link>
          )}
        </>
      )}
    </div>
  );
}
