// Locations and aliases: texts that are filled in with the item, for the items that a rule is about.
import type { Entry } from "../spec/entry.ts";
import { isOfTypes } from "./attributes.ts";
import type { Warn } from "./found.ts";
import { valuesOf, type Draft } from "./item-values.ts";
import { evaluated, exprOf, inWords, isMet, textOf } from "./lookup.ts";
import type { ScraperNamed } from "./scrape.ts";
import { Unfit } from "./unfit.ts";

type Rule = NonNullable<NonNullable<Entry["transform"]>["locations"]>[number];

/** Indexes hold no longer ones. */
const longest = 1_000;

export async function withNamedPlaces(
  draft: Draft,
  { transform }: Entry,
  { scraper, warn }: { scraper: ScraperNamed; warn: Warn },
): Promise<Draft> {
  const made = async (what: string, rules: readonly Rule[] = [], known: readonly string[] = []) => {
    const found = new Set(known);
    for (const [index, rule] of rules.entries()) {
      try {
        for (const text of await textsOf(rule, draft, scraper)) found.add(text);
      } catch (error) {
        warn(`Rule ${index + 1} of ${what} cannot be told: ${inWords(error)}`, { expr: exprOf(error) });
      }
    }
    return found.size === 0 ? undefined : [...found];
  };
  const { locations, aliases } = transform ?? {};
  if (!locations && !aliases) return draft;
  return {
    ...draft,
    locations: await made("locations", locations, draft.locations),
    aliases: await made("aliases", aliases, draft.aliases),
  };
}

async function textsOf(
  { type, filter, values, withParent }: Rule,
  draft: Draft,
  scraper: ScraperNamed,
): Promise<string[]> {
  const parent = parentOf(draft, withParent);
  if (withParent && !parent) return [];
  const seen = { ...valuesOf(draft, scraper), parent: parent ?? { id: "", external_id: "", type: "" } };
  if (!isOfTypes(draft.type ?? "", type === undefined ? [] : [type]) || !(await isMet(filter, seen))) return [];
  const texts: string[] = [];
  for (const template of values) {
    const text = textOf(await evaluated("template", template, seen)) ?? "";
    // One that ends so had nothing to be filled in with.
    if (text === "" || text.endsWith("/")) continue;
    if (Buffer.byteLength(text) > longest) throw new Unfit(`It is longer than ${longest} bytes.`);
    texts.push(text);
  }
  return texts;
}

/** As the source names it: of parents that are named, the first of a type that is meant. What they are themselves nobody knows yet. */
function parentOf({ parents = [] }: Draft, types: string | undefined) {
  const meant = parents.find(({ type }) => !types || (type !== undefined && isOfTypes(type, [types])));
  return meant && { id: meant.externalId, external_id: meant.externalId, type: meant.type ?? "" };
}
