// What plugins add to an item. They see it as it is kept, covered and taken apart, whoever found it; what the scraper itself says
// of it stays.
import type { Entry } from "../spec/entry.ts";
import type { Warn } from "./found.ts";
import { withProperties } from "./item-properties.ts";
import type { Draft } from "./item-values.ts";
import { withNamedPlaces } from "./named-places.ts";
import { withRelationships } from "./related.ts";
import type { ScraperNamed } from "./scrape.ts";

export interface PluginRules {
  words: Entry;
  /** What is wrong, in words that say whose rule it is. */
  told(warning: string): string;
}

export async function withPlugins(
  draft: Draft,
  plugins: readonly PluginRules[],
  { scraper, warn }: { scraper: ScraperNamed; warn: Warn },
): Promise<Draft> {
  let made = draft;
  for (const { words, told } of plugins) {
    const about: { scraper: ScraperNamed; warn: Warn } = { scraper, warn: (warning, at) => warn(told(warning), at) };
    made = await withProperties(made, { properties: withoutKnown(words.properties, made) }, about);
    made = await withRelationships(made, words, about);
    made = await withNamedPlaces(made, words, about);
  }
  return made;
}

const withoutKnown = (written: Entry["properties"] = [], { properties = [] }: Draft) =>
  written.filter(({ name }) => !properties.some((one) => one.name === name));
