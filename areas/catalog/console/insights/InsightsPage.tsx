import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { EmptyInsights } from "./EmptyInsights.tsx";
import { InsightsTable } from "./InsightsTable.tsx";

/** The insights of all items. */
export const InsightsPage = () => (
  <InsightsTable emptyDetail={<EmptyInsights />}>
    {({ filters, query }, table) => (
      <CatalogScreen title="Insights" configType={filters.text("configType")} refresh={query}>
        <div className="h-full p-4 pb-0">{table}</div>
      </CatalogScreen>
    )}
  </InsightsTable>
);
