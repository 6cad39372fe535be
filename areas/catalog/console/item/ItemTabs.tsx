import { useLocation } from "@tanstack/react-router";
import { SlotBadge, useSlot } from "#console/shell/Slot.tsx";
import { printSearch } from "#console/url/search.ts";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { printTimeParams } from "#lib/time/time-range.ts";
import { configPath } from "../parts/config-path.ts";
import type { Item } from "./item-query.ts";
import { ChangesCount, InsightsCount, RelatedCount } from "./TabCounts.tsx";
import { useChangesRange } from "./use-changes-range.ts";

/** The tabs of an item with their row counts. Tabs of other areas come last; the server counts their rows. */
export function ItemTabs({ item }: { item: Item }) {
  const { id, name, type, summary } = item;
  const more = useSlot("config.tabs").filter(({ fits }) => fits === undefined || fits({ id, name, type }));
  const range = useChangesRange(id);
  const open = useLocation({ select: ({ pathname }) => pathname });
  const path = configPath(id);
  const [changes, insights, relationships] = [`${path}/changes`, `${path}/insights`, `${path}/relationships`];
  return (
    <TabLinks
      label={name}
      tabs={[
        { href: path, label: "Config" },
        {
          href: `${changes}${range ? printSearch(printTimeParams(range)) : ""}`,
          label: "Changes",
          badge: <ChangesCount item={item} range={range} isOpen={open === changes} />,
        },
        { href: insights, label: "Insights", badge: <InsightsCount item={item} isOpen={open === insights} /> },
        {
          href: relationships,
          label: "Relationships",
          badge: <RelatedCount item={item} isOpen={open === relationships} />,
        },
        ...more.map((entry) => {
          const slug = slotSlug(entry.title);
          const count = entry.isUncounted ? undefined : (summary[counts[slug] ?? slug] ?? 0);
          return {
            href: `${path}/${slug}`,
            label: entry.title,
            count,
            ...(entry.badge && count && { badge: <SlotBadge entry={entry} of={{ id, name, type }} /> }),
          };
        }),
      ]}
    />
  );
}

/** Maps tab slugs to count names, for tabs whose count has a different name. */
const counts: Readonly<Record<string, string>> = { playbooks: "playbook_runs" };

/** The path segment of another area's tab: "Checks" is at /catalog/{id}/checks. */
export const slotSlug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
