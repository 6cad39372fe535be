import { Page } from "#console/shell/Page.tsx";
import { CardGrid } from "./CardGrid.tsx";
import { ComponentsGraph } from "./ComponentsGraph.tsx";
import { ComponentsTable } from "./ComponentsTable.tsx";
import { DashboardToolbar } from "./DashboardToolbar.tsx";
import { EmptyTopology } from "./EmptyTopology.tsx";
import { TimeBar } from "./time/TimeBar.tsx";
import { useTopology } from "./use-topology.ts";

/** The dashboard: all components as cards, a table or a graph, now or at an earlier time. */
export function TopologyPage() {
  const dashboard = useTopology();
  const { url, query } = dashboard;
  const toolbar = <DashboardToolbar dashboard={dashboard} />;
  const empty = <EmptyTopology dashboard={dashboard} />;
  return (
    <Page title="Topology" refresh={query}>
      <div className="flex h-full min-h-0 flex-col">
        <TimeBar dashboard={dashboard} />
        {url.view === "table" ? (
          <ComponentsTable dashboard={dashboard} toolbar={toolbar} empty={empty} />
        ) : (
          <>
            <div data-toolbar className="group/toolbar flex shrink-0 flex-wrap items-start gap-2 p-4 pb-2">
              {toolbar}
            </div>
            {url.view === "graph" ? (
              <ComponentsGraph dashboard={dashboard} empty={empty} />
            ) : (
              <CardGrid dashboard={dashboard} empty={empty} />
            )}
          </>
        )}
      </div>
    </Page>
  );
}
