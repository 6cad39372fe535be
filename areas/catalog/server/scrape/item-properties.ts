// Evaluates the properties that the entry defines, for the items that match their filters.
import type { Json, Property } from "#language/columns.ts";
import type { Entry } from "../spec/entry.ts";
import { isFields } from "./document.ts";
import type { Warn } from "./found.ts";
import { valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { evaluated, exprOf, inWords, isMet } from "./lookup.ts";

export async function withProperties(
  draft: Draft,
  { properties: written = [] }: Entry,
  { scraper, warn }: { scraper: ScraperNamed; warn: Warn },
): Promise<Draft> {
  if (written.length === 0) return draft;
  const values = valuesOf(draft, scraper);
  const result = new Map((draft.properties ?? []).map((property) => [property.name, property]));
  for (const { filter, ...property } of written)
    try {
      if (await isMet(filter, values))
        result.set(property.name, numbered((await filled(property as Json, values)) as Property));
    } catch (error) {
      warn(`The property ${property.name} cannot be evaluated: ${inWords(error)}`, { expr: exprOf(error) });
    }
  return { ...draft, properties: [...result.values()] };
}

const hasTemplate = /\{\{|\$\(/;

async function filled(value: Json, values: ReturnType<typeof valuesOf>): Promise<Json> {
  if (typeof value === "string") return hasTemplate.test(value) ? evaluated("template", value, values) : value;
  if (Array.isArray(value)) return Promise.all(value.map((element: Json) => filled(element, values)));
  if (!isFields(value)) return value;
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, held]) => [key, await filled(held, values)] as const),
  );
  return Object.fromEntries(entries);
}

/** Converts a numeric string to a number. */
const numbered = (property: Property): Property =>
  typeof property.value === "string" && /^-?\d+(?:\.\d+)?$/.test(property.value.trim())
    ? { ...property, value: Number(property.value) }
    : property;
