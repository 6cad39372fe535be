import { Page } from "#console/shell/Page.tsx";
import { DashboardBody } from "./DashboardBody.tsx";
import { useTopology } from "./use-topology.ts";

/** The dashboard: all components as cards, a table or a graph, now or at an earlier time. */
export function TopologyPage() {
  const dashboard = useTopology();
  return (
    <Page title="Topology" refresh={dashboard.query}>
      <DashboardBody dashboard={dashboard} />
    </Page>
  );
}
