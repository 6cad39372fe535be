import { isOpen, read, useAccess } from "#console/access/access.ts";
import { SlotContent, useSlot } from "#console/shell/Slot.tsx";
import type { Topology } from "../../../model.ts";
import { CatalogPanel } from "./CatalogPanel.tsx";
import { ChangesPanel } from "./ChangesPanel.tsx";
import { ChecksPanel } from "./ChecksPanel.tsx";
import { DetailsPanel } from "./DetailsPanel.tsx";
import { InsightsPanel } from "./InsightsPanel.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { TeamsPanel } from "./TeamsPanel.tsx";

const catalog = { feature: "config", needs: read("config_scrapers") } as const;
const health = { feature: "health", needs: read("canaries") } as const;

/** The panels at the side of a component: panels of the topology area, and panels of other areas. */
export function ComponentPanels({ component }: { component: Topology }) {
  const { id, name } = component;
  const access = useAccess();
  const others = useSlot("component.panels").filter(({ fits }) => fits === undefined || fits({ id, name }));
  const hasCatalog = isOpen(catalog, access);
  return (
    <>
      <DetailsPanel component={component} />
      {hasCatalog && <CatalogPanel component={component} />}
      {isOpen(health, access) && <ChecksPanel id={id} />}
      {hasCatalog && <ChangesPanel id={id} />}
      {hasCatalog && <InsightsPanel id={id} />}
      <TeamsPanel id={id} />
      {others.map((entry) => (
        <SidePanel
          key={entry.title}
          value={entry.title.toLowerCase().replaceAll(" ", "-")}
          title={entry.title}
          icon={entry.icon ?? "box"}
        >
          <SlotContent entry={entry} of={{ id, name }} />
        </SidePanel>
      ))}
    </>
  );
}
