// Checks the catalog items that match the selectors. A test evaluates the items, or a transform creates checks from
// them; without either, the check fails if there are no items. The check can read the whole catalog, because a canary
// belongs to an operator and does not act for a single user.
import type { Json } from "#language/columns.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { countOf } from "#lib/text/words.ts";
import { list, selector } from "#server/spec/parts.ts";
import { findConfigs, type FoundConfig } from "#areas/catalog/server/index.ts";
import { check } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { fromOwnDatabase } from "./check-errors.ts";

/** Maximum number of items that a run holds in memory, because configs can be large. */
const maxItems = 1_000;
const maxKept = 200;

export const catalog = defineCheck({
  type: "catalog",
  title: "Catalog",
  icon: "config",
  group: "Monitoring",
  spec: check({ selector: list(selector).min(1, "is required").meta({ label: "Selectors" }) }),
  endpoint: ({ selector: selectors }) =>
    selectors
      .flatMap(({ search, name, types }) => search || name || types?.join(","))
      .filter(Boolean)
      .join(", "),

  async run({ selector: selectors, test, transform, display, ...spec }, { system }) {
    if (!system) throw new CheckInvalid("The catalog is stored by the server and cannot be read without it.");
    // Reads one item more than is used, to find out whether there are more.
    const most = maxItems + 1;
    const matching = await fromOwnDatabase(() => findConfigs(system, selectors, { most })).catch(unreadable);
    const results = matching.slice(0, maxItems);
    const isPartial = matching.length > maxItems;
    const found = {
      message: `${isPartial ? "The first " : ""}${countOf(results.length, "item", "items")}`,
      isPartial,
      detail: results.slice(0, maxKept).map(({ id, type, name, health = null, status = null }) => ({
        id,
        type,
        name,
        health,
        status,
      })) as Json,
      data: { results },
    };
    const { markFailOnEmpty = !test && !transform && !display } = spec;
    if (markFailOnEmpty && results.length === 0) return unhealthy("No catalog items match", found);
    return healthy(found);
  },
});

function unreadable(error: unknown): FoundConfig[] {
  if (error instanceof Unreadable) throw new CheckInvalid(`The selector cannot be read: ${error.message}`);
  throw error;
}
