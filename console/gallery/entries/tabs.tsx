import { type Tab, Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import type { GalleryEntry } from "../entry.ts";

const tab = (label: string, count?: number): Tab => ({
  value: label.toLowerCase().replaceAll(" ", "-"),
  label,
  ...(count !== undefined && { count }),
  draw: () => <p className="p-4">Here is {label.toLowerCase()}.</p>,
});

export const entry: GalleryEntry = {
  name: "Tabs",
  group: "Feedback",
  states: [
    {
      name: "In the address",
      draw: () => <Tabs label="Check" tabs={[tab("Details"), tab("History", 1204), tab("Job history", 0)]} />,
    },
    {
      name: "Too many",
      draw: () => (
        <div className="max-w-96 min-w-0">
          <Tabs
            label="Everything"
            param="view"
            tabs={[
              tab("Overview"),
              ...Array.from({ length: 12 }, (_, index) => tab(`Part number ${index + 1}`, index)),
            ]}
          />
        </div>
      ),
    },
    {
      name: "Pages of their own",
      draw: () => (
        <TabLinks
          label="Catalog"
          tabs={[
            { href: "/_gallery/tabs", label: "Catalog", count: 12 },
            { href: "/_gallery/dialog", label: "Changes", count: 48231 },
            { href: "/_gallery/toast", label: "Insights" },
          ]}
        />
      ),
    },
  ],
};
