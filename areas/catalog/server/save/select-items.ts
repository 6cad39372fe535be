// Finds the items that match a selector, inside of a transaction.
import { CompiledQuery } from "kysely";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { selectableConfigs } from "../find-configs.ts";
import type { Owner } from "./find-references.ts";

/** A relationship with more items is a mistake in the selector. */
export const maxSelected = 500;

/** Throws Unreadable. Default scope: the given scraper. */
export async function selectItems(
  tx: Tx,
  catalog: System["catalog"],
  selector: ResourceSelector,
  { scraperId, max = maxSelected }: { scraperId: string; max?: number },
): Promise<Owner[]> {
  if (isEmptySelector(selector)) return [];
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  const statement = new Statement();
  const scoped = {
    ...selector,
    scope: selector.scope === undefined || selector.scope === "" ? scraperId : selector.scope,
  };
  const anyScope = scoped.scope === "all" ? { ...scoped, scope: undefined } : scoped;
  const { rest } = takeControls(toSelector(anyScope), selected);
  const text = [
    "select r.id, r.type from config_items r",
    `where  ${selectorCondition(anyScope, rest, selected, statement)}`,
    `order by r.name, r.id limit ${statement.value(Math.min(selector.limit || max, max), "integer")}`,
  ].join("\n");
  const { rows } = await tx.executeQuery<Owner>(CompiledQuery.raw(text, statement.values));
  return rows;
}
