import { InsightsTable } from "../insights/InsightsTable.tsx";
import { ItemFrame } from "./ItemFrame.tsx";

/** The insights of an item. */
export const ItemInsightsPage = () => (
  <ItemFrame>
    {({ id }) => (
      <div className="h-full p-4 pb-0">
        <InsightsTable key={id} of={{ id }} emptyDetail="No analyzer reports an insight for this item." />
      </div>
    )}
  </ItemFrame>
);
