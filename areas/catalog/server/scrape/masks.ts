// Masks parts of a document, with a fixed string or with a hash that changes with the value.
import { createHash } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { readPath } from "#lib/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { isFields } from "./document.ts";
import { valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { inWords, isMet } from "./lookup.ts";
import { replaced } from "./places.ts";

const defaultMask = "***";

interface About {
  scraper: ScraperNamed;
  /** Called if a masking rule matches nothing, which is probably a mistake in the rule. */
  warn(warning: string): void;
}

export async function withMasks(draft: Draft, { transform }: Entry, { scraper, warn }: About): Promise<Draft> {
  let result = draft;
  for (const [index, { selector, jsonpath, value = defaultMask }] of (transform?.mask ?? []).entries()) {
    const rule = `Rule ${index + 1} of mask`;
    if (selector === undefined || selector.trim() === "") {
      warn(`${rule} has no selector and hides nothing. Write selector: "true" to always hide ${jsonpath}.`);
      continue;
    }
    try {
      if (!(await isMet(selector, valuesOf(result, scraper)))) continue;
    } catch (error) {
      // The selector is invalid or uses a field that the item does not have.
      warn(`${rule} cannot be evaluated and hides nothing: ${inWords(error)}`);
      continue;
    }
    const hidden = (was: Json) => (value === "md5sum" ? md5(was) : value);
    result = { ...result, config: replaced(result.config, readPath(jsonpath).places(result.config), hidden) };
  }
  return result;
}

const md5 = (value: Json) =>
  createHash("md5")
    .update(typeof value === "string" ? value : JSON.stringify(sorted(value), undefined, 2))
    .digest("hex");

export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, held]) => [key, sorted(held)]),
  );
}
