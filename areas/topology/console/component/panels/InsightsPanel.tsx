import { useQuery } from "@tanstack/react-query";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { titleOf } from "#lib/text/words.ts";
import { insightsOf } from "../../parts/component-query.ts";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";

/** The open insights of the catalog items of a component, most severe first. */
export function InsightsPanel({ id }: { id: string }) {
  const found = useQuery(insightsOf(id));
  const { rows, total = 0 } = found.data ?? {};
  return (
    <SidePanel value="insights" title="Insights" icon="lightbulb" count={found.data?.total}>
      <PanelRows
        label="Insights"
        found={{ ...found, data: rows }}
        keyOf={({ analysis_id }) => analysis_id}
        renderRow={({ analysis_id, config_id, name, analysis_type, severity, first_observed }) => (
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <span className="flex min-w-0 flex-1">
                <ResourceLink
                  kind="config_analysis"
                  id={analysis_id}
                  name={analysis_type ? titleOf(analysis_type) : "Insight"}
                />
              </span>
              <SeverityBadge severity={severity} />
              <span className="shrink-0 text-meta text-muted">
                <Timestamp at={first_observed} format="short" />
              </span>
            </div>
            <ResourceLink kind="config" id={config_id} name={name} />
          </div>
        )}
        more={
          rows &&
          total > rows.length && (
            <p className="pt-2">
              <AddressLink href={`/catalog/insights?component=${id}`} className="text-link hover:underline">
                Show all {total.toLocaleString("en")} insights
              </AddressLink>
            </p>
          )
        }
      />
    </SidePanel>
  );
}
