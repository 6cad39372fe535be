import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
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
      name: "In the URL",
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
      name: "With a control for the tabs",
      draw: () => (
        <Tabs
          label="Checks"
          param="made"
          tabs={[tab("All", 10_000), tab("payments", 12), tab("kube-system")]}
          end={
            <ChoiceFilter
              label="Tab By"
              all={false}
              isQuiet
              options={[{ value: "namespace", label: "Namespace" }, { value: "team" }]}
              value="namespace"
              change={() => {}}
            />
          }
        />
      ),
    },
    {
      name: "Separate pages",
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
