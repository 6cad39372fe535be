import { useSlot } from "#console/shell/Slot.tsx";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { configPath } from "../parts/config-path.ts";
import type { Item } from "./item-query.ts";
import { slotSlug } from "./slot-slug.ts";
import { useTabCounts } from "./tab-counts.ts";

/** The views of an item, with how many rows each lists; those of other areas come last, counted by the server. */
export function ItemTabs({ item }: { item: Item }) {
  const { id, name, type, summary } = item;
  const more = useSlot("config.tabs").filter(({ fits }) => fits === undefined || fits({ id, name, type }));
  const { changes, insights, relationships } = useTabCounts(item);
  const path = configPath(id);
  return (
    <TabLinks
      label={name}
      tabs={[
        { href: path, label: "Config" },
        { ...changes, label: "Changes" },
        { ...insights, label: "Insights" },
        { ...relationships, label: "Relationships" },
        ...more.map(({ title }) => ({
          href: `${path}/${slotSlug(title)}`,
          label: title,
          count: summary[counts[slotSlug(title)] ?? slotSlug(title)] ?? 0,
        })),
      ]}
    />
  );
}

/** What the server calls the counts, where it is not as the tab is called. */
const counts: Readonly<Record<string, string>> = { playbooks: "playbook_runs" };
