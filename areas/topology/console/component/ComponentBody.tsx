import { useState } from "react";
import { preference, usePreference } from "#console/preference.ts";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import type { Topology } from "../../model.ts";
import { WhyPanel } from "../why/WhyPanel.tsx";
import { Children } from "./Children.tsx";
import { componentUrl } from "./component-url.ts";
import { ComponentHeader } from "./ComponentHeader.tsx";
import { ComponentPanels } from "./panels/ComponentPanels.tsx";

/** Whether the details are shown on a wide screen. */
const sidebar = preference(
  "topology_component_sidebar",
  (stored) => stored !== "closed",
  (isOpen) => (isOpen ? "open" : "closed"),
);

/** The content of the page: header, reason of a bad health and children, with the panels at the side. */
export function ComponentBody({ component }: { component: Topology }) {
  const isWide = useMedia("(width >= 64rem)");
  const isPinned = usePreference(sidebar);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [{ at }] = useUrl(componentUrl);
  const isSidebarOpen = isWide && isPinned;
  const isBad = component.health === "unhealthy" || component.health === "warning";
  const title = component.text || component.name;
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        {at !== "" && <Past at={at} />}
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
        {/* The reason is that of now. */}
        {isBad && at === "" && (
          <div className="shrink-0 px-4 py-2">
            <WhyPanel kind="component" id={component.id} />
          </div>
        )}
        <Children component={component} />
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

/** Says that the page shows an earlier time, so that nobody takes it for the present. */
function Past({ at }: { at: string }) {
  const [, change] = useUrl(componentUrl);
  return (
    <div role="note" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2">
      <Icon name="history" size={14} className="text-muted" />
      <span>
        The component is shown as it was {Number.isNaN(Date.parse(at)) ? `${at} ago` : <Timestamp at={at} />}. The
        panels show the present.
      </span>
      <Button onClick={() => void change({ at: undefined })}>Back to now</Button>
    </div>
  );
}
