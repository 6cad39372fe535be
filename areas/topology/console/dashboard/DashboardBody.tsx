import { Suspense, useMemo } from "react";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { GraphSkeleton, TableSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Topology } from "../../model.ts";
import { CardGrid } from "./CardGrid.tsx";
import { DashboardToolbar } from "./DashboardToolbar.tsx";
import { TimeBar } from "./time/TimeBar.tsx";
import type { TopologyDashboard } from "./use-topology.ts";

// The cards are the default view, so the code of the other views is loaded only when it is needed.
const ComponentsTable = lazyPart(async () => (await import("./ComponentsTable.tsx")).ComponentsTable);
const ComponentsGraph = lazyPart(async () => (await import("./ComponentsGraph.tsx")).ComponentsGraph);

// The empty state is loaded when needed, because most pages have components.
const EmptyTopology = lazyPart(async () => (await import("./EmptyTopology.tsx")).EmptyTopology);

const NONE: readonly Topology[] = [];

/** The page below its title. */
export function DashboardBody({ dashboard }: { dashboard: TopologyDashboard }) {
  const { url, change, components, root, of, filters } = dashboard;
  const { view, at, span } = url;
  // The history of a component includes its own unhealthy times.
  const inHistory = useMemo(
    () => (root ? [root, ...(components ?? []).filter(({ id }) => id !== root.id)] : (components ?? NONE)),
    [root, components],
  );
  // A component without parts is its only card, so there is nothing to search, filter or sort.
  const isAlone =
    view === "cards" && components?.length === 1 && components[0]!.id === of && filters.chips.length === 0;
  const toolbar = <DashboardToolbar dashboard={dashboard} />;
  const empty = (
    <Suspense>
      <EmptyTopology dashboard={dashboard} />
    </Suspense>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TimeBar components={inHistory} at={at} span={span} change={change} />
      {view === "table" ? (
        <Suspense fallback={<TableSkeleton label="the topology" />}>
          <ComponentsTable dashboard={dashboard} toolbar={toolbar} empty={empty} />
        </Suspense>
      ) : (
        <>
          {isAlone ? (
            <div className="h-3 shrink-0" />
          ) : (
            <div data-toolbar className="group/toolbar flex shrink-0 flex-wrap items-start gap-2 p-4 pb-2">
              {toolbar}
            </div>
          )}
          {view === "cards" ? (
            <CardGrid dashboard={dashboard} empty={empty} />
          ) : (
            <Suspense fallback={<GraphSkeleton label="the topology" />}>
              <ComponentsGraph dashboard={dashboard} empty={empty} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
