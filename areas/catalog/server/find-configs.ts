// Finds config items by selectors for the server itself, without row policies.
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { Selectable } from "#server/selector/selected.ts";

export const selectableConfigs: Selectable = {
  relation: "config_items",
  fields: { namespace: ["tags", "namespace"] },
  words: { table: "config_search", key: "config_id" },
  names: { table: "config_lines", key: "config_id" },
  scope: { column: "scraper_id", of: "config_scrapers" },
};

/** A row in the form that the data API returns: times are strings, the config is parsed JSON. */
export type FoundConfig = Readonly<Record<string, unknown>> & { id: string; name: string; type: string };

/**
 * Returns the items that match at least one of the selectors, sorted by name. Each selector may have its own limit.
 * Throws Unreadable.
 */
export async function findConfigs(
  { db, catalog }: Pick<System, "db" | "catalog">,
  selectors: readonly ResourceSelector[],
  { most }: { most: number },
): Promise<FoundConfig[]> {
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  // Leaves out generated columns, because they are computed from other columns.
  const selectedColumns = [...columns.values()].filter(
    ({ generated, secret, masked }) => !generated && !secret && !masked,
  );
  const statement = new Statement();
  const parts = selectors
    .filter((selector) => !isEmptySelector(selector))
    .map((selector) => {
      const { controls, rest } = takeControls(toSelector(selector), selected);
      const { order, offset = 0, limit = selector.limit || most } = controls;
      return [
        "(select r.id from config_items r",
        `where  ${selectorCondition(selector, rest, selected, statement)}`,
        `order by ${order === undefined ? "" : `${order}, `}r.name, r.id`,
        `limit ${statement.value(Math.min(limit, most), "integer")} offset ${statement.value(offset, "integer")})`,
      ].join("\n");
    });
  if (parts.length === 0) return [];
  const text = [
    `select to_jsonb(found) as found`,
    `from  (select ${selectedColumns.map(({ name }) => `r."${name}"`).join(", ")}`,
    `       from   config_items r`,
    `       where  r.id in (${parts.join("\nunion\n")})`,
    `       order by r.name, r.id`,
    `       limit ${statement.value(most, "integer")}) found`,
  ].join("\n");
  const { rows } = await db.reading(undefined).query<{ found: FoundConfig }>(text, statement.values);
  return rows.map(({ found }) => found);
}
