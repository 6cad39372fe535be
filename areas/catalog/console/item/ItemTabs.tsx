import { useSlot } from "#console/shell/Slot.tsx";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { changesPath } from "../parts/changes-path.ts";
import { configPath } from "../parts/config-path.ts";
import type { Item } from "./item-query.ts";
import { slotSlug } from "./slot-slug.ts";

/** The views of an item, with how many there are of each; others that areas have something to say about it come last. */
export function ItemTabs({ item }: { item: Item }) {
  const { id, name, type, summary } = item;
  const more = useSlot("config.tabs").filter(({ fits }) => fits === undefined || fits({ id, name, type }));
  const path = configPath(id);
  return (
    <TabLinks
      label={name}
      tabs={[
        { href: path, label: "Config" },
        { href: changesPath(id), label: "Changes", count: summary["changes"] ?? 0 },
        { href: `${path}/insights`, label: "Insights", count: summary["analysis"] ?? 0 },
        { href: `${path}/relationships`, label: "Relationships", count: summary["relationships"] ?? 0 },
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
