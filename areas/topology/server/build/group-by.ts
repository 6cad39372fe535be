// `groupBy`: one root per value of a catalog tag. The tag is added to every config query, selector and catalog lookup.
import { takeControls } from "#server/selector/controls.ts";
import { labelEquals } from "#lib/selector/label-selector.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { Statement } from "#server/selector/condition.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { System } from "#server/area.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import type { Group } from "./build-context.ts";

export const maxGroups = 500;

/** Returns the tag values of the selected config items, in order. `isPartial` means that there are more. */
export async function findGroups(
  { db, catalog }: Pick<System, "db" | "catalog">,
  { tag, selector = {} }: { tag: string; selector?: ResourceSelector | undefined },
): Promise<{ groups: Group[]; isPartial: boolean }> {
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  const statement = new Statement();
  const key = statement.value(tag);
  const { rest } = takeControls(toSelector(selector), selected);
  const text = [
    `select distinct r.tags ->> ${key} as value`,
    "from   config_items r",
    `where  r.tags ? ${key} and ${selectorCondition(isEmptySelector(selector) ? {} : selector, rest, selected, statement)}`,
    "order  by 1",
    `limit  ${maxGroups + 1}`,
  ].join("\n");
  const { rows } = await db.reading(undefined).query<{ value: string }>(text, statement.values);
  return {
    groups: rows.slice(0, maxGroups).map(({ value }) => ({ tag, value })),
    isPartial: rows.length > maxGroups,
  };
}

const requirement = ({ tag, value }: Group) => labelEquals(tag, value);
const both = (written: string | undefined, added: string) => (written?.trim() ? `${written},${added}` : added);

export const withTag = <Selector extends { tagSelector?: string | undefined }>(selector: Selector, group: Group) => ({
  ...selector,
  tagSelector: both(selector.tagSelector, requirement(group)),
});

/** Components have no tags; the components of a group have the tag as a label. */
export const withLabel = <Selector extends { labelSelector?: string | undefined }>(
  selector: Selector,
  group: Group,
) => ({
  ...selector,
  labelSelector: both(selector.labelSelector, requirement(group)),
});

/** Adds the tag to the selectors of catalog checks. */
export function withGroup(lookup: Readonly<Record<string, unknown>>, group: Group): Readonly<Record<string, unknown>> {
  const { catalog } = lookup;
  if (!Array.isArray(catalog)) return lookup;
  return {
    ...lookup,
    catalog: (catalog as { selector?: readonly ResourceSelector[] }[]).map((check) => ({
      ...check,
      selector: (check.selector ?? []).map((selector) => withTag(selector, group)),
    })),
  };
}
