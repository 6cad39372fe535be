import { InsightsTable } from "../insights/InsightsTable.tsx";
import { ItemFrame } from "./ItemFrame.tsx";

/** What analyzers found about an item. */
export const ItemInsightsPage = () => (
  <ItemFrame>
    {({ id }) => (
      <div className="h-full p-4 pb-0">
        <InsightsTable key={id} of={{ id }} emptyDetail="No analyzer has anything open to say about it." />
      </div>
    )}
  </ItemFrame>
);
