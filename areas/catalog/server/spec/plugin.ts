// The spec of a plugin: rules in the form of a scraper entry, which apply to every scraper.
import type { z } from "zod";
import { part } from "#server/spec/parts.ts";
import { properties } from "./entry.ts";
import { retention } from "./scraper.ts";
import { transform } from "./transform.ts";

const { changes, relationship, locations, aliases } = transform.shape;

export const pluginSpec = part({
  changes,
  relationship,
  properties: properties.optional(),
  locations,
  aliases,
  retention: retention
    .optional()
    .meta({ label: "Retention", description: "For scrapers without their own retention." }),
});

export type PluginSpec = z.output<typeof pluginSpec>;
