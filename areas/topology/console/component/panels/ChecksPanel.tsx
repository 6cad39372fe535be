import { useQuery } from "@tanstack/react-query";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { checksOf } from "../../parts/component-query.ts";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";

const meanings: Readonly<Record<string, Meaning>> = {
  healthy: "healthy",
  unhealthy: "unhealthy",
  paused: "unchecked",
};

/** The checks of a component. */
export function ChecksPanel({ id: componentId }: { id: string }) {
  const found = useQuery(checksOf(componentId));
  return (
    <SidePanel value="checks" title="Checks" icon="heart-pulse" count={found.data?.length}>
      <PanelRows
        label="Checks"
        found={found}
        keyOf={({ id }) => id}
        renderRow={({ id, name, type, health }) => (
          <>
            <StatusMark meaning={meanings[health ?? ""] ?? "unknown"} />
            <span className="sr-only">{health ?? "unknown"}: </span>
            <span className="flex min-w-0 flex-1">
              <ResourceLink kind="check" id={id} name={name} />
            </span>
            <span className="shrink-0 text-meta text-muted">{type}</span>
          </>
        )}
      />
    </SidePanel>
  );
}
