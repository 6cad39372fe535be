// Items that a selector means, inside of a transaction.
import { CompiledQuery } from "kysely";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { selectableConfigs } from "../find-configs.ts";
import type { Owner } from "./find-references.ts";

/** One item has not that many of one kind around it; a selector that finds more was not meant so. */
export const mostSelected = 500;

/** Throws Unreadable. Nothing said about the scraper means the own one. */
export async function selectItems(
  tx: Tx,
  catalog: System["catalog"],
  given: ResourceSelector,
  { scraperId, most = mostSelected }: { scraperId: string; most?: number },
): Promise<Owner[]> {
  if (isEmptySelector(given)) return [];
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  const statement = new Statement();
  const scoped = { ...given, scope: given.scope === undefined || given.scope === "" ? scraperId : given.scope };
  const anyScope = scoped.scope === "all" ? { ...scoped, scope: undefined } : scoped;
  const { rest } = takeControls(toSelector(anyScope), selected);
  const text = [
    "select r.id, r.type from config_items r",
    `where  ${selectorCondition(anyScope, rest, selected, statement)}`,
    `order by r.name, r.id limit ${statement.value(Math.min(given.limit || most, most), "integer")}`,
  ].join("\n");
  const { rows } = await tx.executeQuery<Owner>(CompiledQuery.raw(text, statement.values));
  return rows;
}
