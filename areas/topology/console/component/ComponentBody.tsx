import { useState } from "react";
import { preference, usePreference } from "#console/preference.ts";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import type { Topology } from "../../model.ts";
import { DashboardBody } from "../dashboard/DashboardBody.tsx";
import { useTopology } from "../dashboard/use-topology.ts";
import { WhyPanel } from "../why/WhyPanel.tsx";
import { ComponentHeader } from "./ComponentHeader.tsx";
import { ComponentPanels } from "./panels/ComponentPanels.tsx";

/** Whether the details are shown on a wide screen. */
const sidebar = preference(
  "topology_component_sidebar",
  (stored) => stored !== "closed",
  (isOpen) => (isOpen ? "open" : "closed"),
);

/** The content of the page: header, reason for bad health and children, with the panels at the side. */
export function ComponentBody({ component: given }: { component: Topology }) {
  const isWide = useMedia("(width >= 64rem)");
  const isPinned = usePreference(sidebar);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const dashboard = useTopology(given.id);
  // The header and the children are shown for the same moment.
  const component = dashboard.root ?? given;
  const { at } = dashboard.url;
  const isSidebarOpen = isWide && isPinned;
  const isBad = component.health === "unhealthy" || component.health === "warning";
  const title = component.text || component.name;
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <ComponentHeader
          component={component}
          toggle={
            <IconButton
              icon={isSidebarOpen ? "panel-right-close" : "panel-right-open"}
              label={isSidebarOpen ? "Hide details" : "Show details"}
              aria-expanded={isWide ? isSidebarOpen : isDrawerOpen}
              onClick={() => (isWide ? sidebar.set(!isPinned) : setDrawerOpen(true))}
            />
          }
        />
        {/* The reason is only known for the present. */}
        {isBad && at === "" && (
          <div className="shrink-0 px-4 py-2">
            <h2 className="sr-only">Why it is unhealthy</h2>
            <WhyPanel kind="component" id={component.id} />
          </div>
        )}
        {/* Below a long explanation the children keep a useful height, and the page scrolls. */}
        <div className="min-h-80 flex-1">
          <DashboardBody dashboard={dashboard} />
        </div>
      </div>
      {isSidebarOpen && (
        <aside
          aria-label="Details"
          className="w-80 shrink-0 overflow-y-auto border-l border-line bg-surface min-[96rem]:w-96"
        >
          <ComponentPanels component={component} />
        </aside>
      )}
      {!isWide && (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} title={title}>
          <div className="-mx-4 -mt-4">
            <ComponentPanels component={component} />
          </div>
        </Drawer>
      )}
    </div>
  );
}
