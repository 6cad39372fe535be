// Applies plugin rules to an item. Plugins receive the item after masking, and values that the scraper itself sets take
// precedence.
import type { Entry } from "../spec/entry.ts";
import type { Warn } from "./found.ts";
import { withProperties } from "./item-properties.ts";
import type { Draft, ScraperNamed } from "./item-values.ts";
import { withNamedPlaces } from "./named-places.ts";
import { withRelationships } from "./related.ts";

export interface PluginRules {
  words: Entry;
  /** Records a warning for the plugin and returns it with the name of the plugin. */
  report(warning: string): string;
}

export async function withPlugins(
  draft: Draft,
  plugins: readonly PluginRules[],
  { scraper, warn }: { scraper: ScraperNamed; warn: Warn },
): Promise<Draft> {
  let result = draft;
  for (const { words, report } of plugins) {
    const about: { scraper: ScraperNamed; warn: Warn } = { scraper, warn: (warning, at) => warn(report(warning), at) };
    result = await withProperties(result, { properties: withoutKnown(words.properties, result) }, about);
    result = await withRelationships(result, words, about);
    result = await withNamedPlaces(result, words, about);
  }
  return result;
}

const withoutKnown = (written: Entry["properties"] = [], { properties = [] }: Draft) =>
  written.filter(({ name }) => !properties.some((property) => property.name === name));
