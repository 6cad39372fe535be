import { useQuery } from "@tanstack/react-query";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { changesOf } from "../../parts/component-query.ts";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";

/** The last changes of the catalog items of a component. */
export function ChangesPanel({ id: componentId }: { id: string }) {
  const found = useQuery(changesOf(componentId));
  const { rows, total = 0 } = found.data ?? {};
  return (
    <SidePanel value="changes" title="Changes" icon="history" count={found.data?.total}>
      <PanelRows
        label="Changes"
        found={{ ...found, data: rows }}
        keyOf={({ id }) => id}
        renderRow={({ id, config_id, name, change_type, created_at }) => (
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <span className="flex min-w-0 flex-1">
                <ResourceLink kind="config_change" id={id} name={change_type} />
              </span>
              <span className="shrink-0 text-meta text-muted">
                <Timestamp at={created_at} format="short" />
              </span>
            </div>
            <ResourceLink kind="config" id={config_id} name={name} />
          </div>
        )}
        more={
          rows &&
          total > rows.length && (
            <p className="pt-2 text-muted">
              The newest {rows.length} of {total.toLocaleString("en")} changes are shown.
            </p>
          )
        }
      />
    </SidePanel>
  );
}
