// The links of a component to catalog items: links by selector, which the topology maintains, and manual links.
import { track } from "#console/analytics.ts";
import { db } from "#console/client/rows.ts";
import type { ConfigLinkRow } from "./component-query.ts";

export interface LinkedConfig {
  id: string;
  name: string;
  type: string;
  /** The time at which the link or the item was deleted. */
  deletedAt: string | null;
  /** Whether a person created the link and can remove it. */
  isManual: boolean;
}

/**
 * Lists each item once, by name, even if several selectors match it. Items that the reader is not allowed to see are
 * left out.
 */
export function linkedConfigs(links: readonly ConfigLinkRow[]): readonly LinkedConfig[] {
  const byItem = new Map<string, LinkedConfig>();
  for (const { selector_id, deleted_at, configs } of links) {
    if (!configs) continue;
    const known = byItem.get(configs.id);
    const deletedAt = deleted_at ?? configs.deleted_at;
    byItem.set(configs.id, {
      id: configs.id,
      name: configs.name,
      type: configs.type,
      deletedAt: known && known.deletedAt === null ? null : deletedAt,
      isManual: (known?.isManual ?? false) || (selector_id === MANUAL && deleted_at === null),
    });
  }
  return [...byItem.values()].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

const MANUAL = "manual";

export async function linkConfig(componentId: string, configId: string): Promise<void> {
  await db
    .from("config_component_relationships")
    .insert({ component_id: componentId, config_id: configId, selector_id: MANUAL })
    .throwOnError();
  track("LinkedComponentToConfig");
}

export async function unlinkConfig(componentId: string, configId: string): Promise<void> {
  await db
    .from("config_component_relationships")
    .delete()
    .eq("component_id", componentId)
    .eq("config_id", configId)
    .eq("selector_id", MANUAL)
    .throwOnError();
}
