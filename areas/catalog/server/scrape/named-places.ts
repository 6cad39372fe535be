// Evaluates the templates of locations and aliases for the items that match their rules.
import type { Entry } from "../spec/entry.ts";
import { isOfTypes } from "./attributes.ts";
import { type Warn, Unfit } from "./found.ts";
import { valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { evaluated, exprOf, inWords, isMet, textOf } from "./lookup.ts";

type Rule = NonNullable<NonNullable<Entry["transform"]>["locations"]>[number];

/** An index cannot store longer values. */
const maxBytes = 1_000;

export async function withNamedPlaces(
  draft: Draft,
  { transform }: Entry,
  { scraper, warn }: { scraper: ScraperNamed; warn: Warn },
): Promise<Draft> {
  const evaluateRules = async (field: string, rules: readonly Rule[] = [], known: readonly string[] = []) => {
    const found = new Set(known);
    for (const [index, rule] of rules.entries()) {
      try {
        for (const text of await textsOf(rule, draft, scraper)) found.add(text);
      } catch (error) {
        warn(`Rule ${index + 1} of ${field} cannot be evaluated: ${inWords(error)}`, { expr: exprOf(error) });
      }
    }
    return found.size === 0 ? undefined : [...found];
  };
  const { locations, aliases } = transform ?? {};
  if (!locations && !aliases) return draft;
  return {
    ...draft,
    locations: await evaluateRules("locations", locations, draft.locations),
    aliases: await evaluateRules("aliases", aliases, draft.aliases),
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
    // A trailing slash means that the last variable is empty, so the result is dropped.
    if (text === "" || text.endsWith("/")) continue;
    if (Buffer.byteLength(text) > maxBytes) throw new Unfit(`The value is longer than ${maxBytes} bytes.`);
    texts.push(text);
  }
  return texts;
}

/** Returns the first listed parent whose type matches. Only its external id is known at this point. */
function parentOf({ parents = [] }: Draft, types: string | undefined) {
  const parent = parents.find(({ type }) => !types || (type !== undefined && isOfTypes(type, [types])));
  return parent && { id: parent.externalId, external_id: parent.externalId, type: parent.type ?? "" };
}
