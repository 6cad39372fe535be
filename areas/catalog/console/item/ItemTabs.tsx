import { useQueries } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { SlotEntry, Slots, TabPart } from "#console/shell/area.ts";
import { SlotBadge, useSlot } from "#console/shell/Slot.tsx";
import { printSearch } from "#console/url/search.ts";
import { type TabLink, TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { printTimeParams } from "#lib/time/time-range.ts";
import { configPath } from "../parts/config-path.ts";
import type { Item } from "./item-query.ts";
import { ChangesCount, InsightsCount, RelatedCount } from "./TabCounts.tsx";
import { useChangesRange } from "./use-changes-range.ts";

/** The tabs of an item with their row counts. Tabs of other areas come last; the server counts their rows. */
export function ItemTabs({ item }: { item: Item }) {
  const { id, name, type } = item;
  const more = useSlot("config.tabs").filter(({ fits }) => fits === undefined || fits({ id, name, type }));
  const parts = useParts(more, { id, name, type });
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
        ...more.flatMap((entry) => slotTabs(entry, item, parts.get(entry) ?? [])),
      ]}
    />
  );
}

/** The tabs of another area: one with the count of its rows, or one for each part. */
function slotTabs(entry: TabEntry, { id, name, type, summary }: Item, parts: readonly TabPart[]): TabLink[] {
  const slug = slotSlug(entry.title);
  const href = `${configPath(id)}/${slug}`;
  if (entry.partsOf) return parts.map(({ part, title }) => ({ href: `${href}/${part}`, label: title }));
  const count = entry.isUncounted ? undefined : (summary[counts[slug] ?? slug] ?? 0);
  const badge = entry.badge && count ? { badge: <SlotBadge entry={entry} of={{ id, name, type }} /> } : {};
  return [{ href, label: entry.title, count, ...badge }];
}

type TabEntry = SlotEntry<Slots["config.tabs"]>;

/** The found parts of each entry that has one tab for each part. */
function useParts(entries: readonly TabEntry[], of: Slots["config.tabs"]): ReadonlyMap<TabEntry, readonly TabPart[]> {
  const parted = entries.flatMap((entry) => (entry.partsOf ? [{ entry, query: entry.partsOf(of) }] : []));
  const found = useQueries({
    queries: parted.map(({ query }) => query),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  return new Map(parted.map(({ entry }, index) => [entry, found[index]!]));
}

/** Names of counts that differ from the slug of the tab. */
const counts: Readonly<Record<string, string>> = { playbooks: "playbook_runs" };

/** The path segment of another area's tab: "Checks" is at /catalog/{id}/checks. */
export const slotSlug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
