// The items of the catalog that fit. A test judges them, or a transform makes checks of them; without either, finding none is a
// failure. The check sees all of the catalog: a canary is an operator's resource, and none of a person's.
import type { Json } from "#language/columns.ts";
import { Unreadable } from "#language/unreadable.ts";
import { countOf } from "#language/words.ts";
import { list, selector } from "#server/spec/parts.ts";
import { findConfigs, type FoundConfig } from "../../../catalog/server/index.ts";
import { check } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { fromOurs } from "./own-database.ts";

/** Configs can be large: more of them are not held in memory for one look. */
const most = 1_000;
const mostKept = 200;

export const catalog = defineCheck({
  type: "catalog",
  title: "Catalog",
  icon: "catalog",
  spec: check({ selector: list(selector).min(1, "is required").meta({ label: "Selectors" }) }),
  endpoint: ({ selector: selectors }) =>
    selectors
      .flatMap(({ search, name, types }) => search || name || types?.join(","))
      .filter(Boolean)
      .join(", "),

  async run({ selector: selectors, test, transform, display, ...spec }, { system }) {
    if (!system)
      throw new CheckInvalid("The catalog is kept by the server: without one there is nothing to look it up in.");
    const results = await fromOurs(() => findConfigs(system, selectors, { most })).catch(unreadable);
    const isAll = results.length < most;
    const found = {
      message: `${isAll ? "" : "The first "}${countOf(results.length, "item", "items")}`,
      detail: results.slice(0, mostKept).map(({ id, type, name, health = null, status = null }) => ({
        id,
        type,
        name,
        health,
        status,
      })) as Json,
      data: { results },
    };
    const { markFailOnEmpty = !test && !transform && !display } = spec;
    if (markFailOnEmpty && results.length === 0) return unhealthy("The catalog has no items that fit", found);
    return healthy(found);
  },
});

function unreadable(error: unknown): FoundConfig[] {
  if (error instanceof Unreadable) throw new CheckInvalid(`The selector cannot be read: ${error.message}`);
  throw error;
}
