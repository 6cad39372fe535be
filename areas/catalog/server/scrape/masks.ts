// What must not be kept is replaced: by a text, or by one that changes when the value does.
import { createHash } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { readPath } from "#server/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { isFields } from "./document.ts";
import { valuesOf, type Draft } from "./item-values.ts";
import { inWords, isMet } from "./lookup.ts";
import { replaced } from "./places.ts";
import type { ScraperNamed } from "./scrape.ts";

const usual = "***";

interface About {
  scraper: ScraperNamed;
  /** Who thinks that something is hidden must know when it is not. */
  warn(warning: string): void;
}

export async function withMasks(draft: Draft, { transform }: Entry, { scraper, warn }: About): Promise<Draft> {
  let made = draft;
  for (const [index, { selector, jsonpath, value = usual }] of (transform?.mask ?? []).entries()) {
    const rule = `Rule ${index + 1} of mask`;
    if (selector === undefined || selector.trim() === "") {
      warn(`${rule} has no selector, and hides nothing: write selector: "true" to hide ${jsonpath} always.`);
      continue;
    }
    try {
      if (!(await isMet(selector, valuesOf(made, scraper)))) continue;
    } catch (error) {
      // It speaks of what the item has not, or is wrong.
      warn(`${rule} cannot be told, and hides nothing: ${inWords(error)}`);
      continue;
    }
    const hidden = (was: Json) => (value === "md5sum" ? md5(was) : value);
    made = { ...made, config: replaced(made.config, readPath(jsonpath).places(made.config), hidden) };
  }
  return made;
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
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, held]) => [key, sorted(held)]),
  );
}
