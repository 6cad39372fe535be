import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import type { GalleryEntry } from "../entry.ts";

const rest = { isError: false, isFetching: false, error: undefined, refetch: async () => {} };
const names = ["checkout-api", "payments-worker-7d9f8c6b5-with-a-name-that-does-not-fit-into-the-panel", "db"];

const list = (data: readonly string[] | undefined) => (
  <PanelRows
    label="Checks"
    found={{ ...rest, data }}
    keyOf={(name) => name}
    renderRow={(name) => <span className="min-w-0 truncate">{name}</span>}
  />
);

export const entry: GalleryEntry = {
  name: "Side panel",
  group: "Layout",
  states: [
    {
      name: "One open, others closed",
      draw: () => (
        <div className="max-w-80 border border-line">
          <SidePanel value="details" title="Details" icon="box" count={3}>
            {list(names)}
          </SidePanel>
          <SidePanel value="checks" title="Checks" icon="heart-pulse" count={12}>
            {list([])}
          </SidePanel>
        </div>
      ),
    },
    { name: "Empty", draw: () => list([]) },
    { name: "Loading", draw: () => list(undefined) },
  ],
};
