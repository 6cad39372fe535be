// What every entry of a scraper has, whatever it asks: how its documents are read, and what becomes an item.
import { z } from "zod";
import { cel, filled, icon, list, number, part, templated, text, yes } from "#server/spec/parts.ts";
import { foundIn, path, paths } from "./found-in.ts";
import { transform } from "./transform.ts";

const mostTags = 5;

const tag = part({
  name: filled.meta({ label: "Name" }),
  value: text.optional().meta({ label: "Value" }),
  label: text.optional().meta({ label: "Value of the label" }),
  jsonpath: path.optional().meta({ label: "JSONPath" }),
});

/** A list, or an object where the values are known. */
const tags = z
  .union(
    [
      list(tag)
        .refine((given) => given.length <= mostTags, `must be ${mostTags} at most`)
        .superRefine((given, context) => {
          for (const [index, { name }] of given.entries())
            if (given.findIndex((one) => one.name === name) < index)
              context.addIssue({ code: "custom", path: [index, "name"], message: "is there twice" });
        })
        .meta({ label: "List" }),
      z
        .record(z.string(), text, "must be an object of texts")
        .refine((given) => Object.keys(given).length <= mostTags, `must be ${mostTags} at most`)
        .meta({ label: "Names and values", field: "key-values" }),
    ],
    "must be a list of tags",
  )
  .meta({ label: "Tags", description: "What the catalog groups by. Five at most." });

const property = part({
  name: filled.meta({ label: "Name" }),
  filter: cel.optional().meta({ label: "Only when", notation: "cel" }),
  label: templated.optional().meta({ label: "Label" }),
  text: templated.optional().meta({ label: "Text" }),
  value: z.union([number, templated], "must be a number, or a text").optional().meta({ label: "Value" }),
  unit: text.optional().meta({ label: "Unit" }),
  type: z
    .enum(["url", "badge", "currency", "text", "age", "hidden"], "must be url, badge, currency, text, age or hidden")
    .optional()
    .meta({ label: "Shown as" }),
  icon: icon.optional(),
  color: text.optional().meta({ label: "Color" }),
  tooltip: templated.optional().meta({ label: "Tooltip" }),
  order: number.optional().meta({ label: "Order" }),
  headline: yes.optional().meta({ label: "Headline" }),
  links: list(
    part({
      type: text.optional().meta({ label: "Type" }),
      url: templated.optional().meta({ label: "URL" }),
      label: templated.optional().meta({ label: "Label" }),
      text: templated.optional().meta({ label: "Text" }),
      icon: icon.optional(),
    }),
  )
    .optional()
    .meta({ label: "Links" }),
});

// What else is written of one is kept with the item.
export const properties = list(property).meta({ label: "Properties", isOpen: true });

/** Of what is found, what an item is. */
const entryFields = {
  id: foundIn.optional().meta({ label: "Id", placeholder: "$.id" }),
  name: foundIn.optional().meta({ label: "Name", placeholder: "$.name", description: "The id unless said." }),
  type: foundIn.optional().meta({ label: "Type", placeholder: "App::Service" }),
  class: foundIn.optional().meta({ label: "Class", description: "The type unless said." }),
  status: foundIn.optional().meta({ label: "Status" }),
  health: foundIn.optional().meta({
    label: "Health",
    description:
      "healthy, unhealthy, warning or unknown. Told from the document where neither it nor the status is said.",
  }),
  description: foundIn.optional().meta({ label: "Description" }),
  icon: icon.optional(),
  items: foundIn.optional().meta({
    label: "Items",
    placeholder: "$.items[*]",
    description: "Where several items stand in one document.",
  }),
  format: text.optional().meta({
    label: "Format",
    placeholder: "json",
    description: "json, yaml, properties; anything else is kept as a text.",
  }),
  labels: z.record(z.string(), foundIn, "must be an object").optional().meta({ label: "Labels", field: "key-values" }),
  tags: tags.optional(),
  properties: properties.optional(),
  createFields: paths
    .optional()
    .meta({ label: "Created at", description: "The first of these JSONPaths that is a time." }),
  deleteFields: paths
    .optional()
    .meta({ label: "Deleted at", description: "The first of these JSONPaths that is a time." }),
  timestampFormat: text.optional().meta({
    label: "Format of times",
    placeholder: "2006-01-02T15:04:05Z07:00",
    description: "As Go writes a layout.",
  }),
  transform: transform.optional().meta({ label: "Transform" }),
  full: yes.optional().meta({
    label: "Full mode",
    description: "A document holds config, changes and analysis in place of being the config itself.",
  }),
};

export type EntryFields = typeof entryFields;

/** What is filled in for each item, and not before. */
export const isEntryField = (name: string) => Object.hasOwn(entryFields, name);

/** The spec of an entry: what its kind asks first, then what all have. What a kind says of a field itself counts. */
export function scraperEntry<Shape extends z.ZodRawShape>(shape: Shape) {
  const all: Shape & Omit<EntryFields, keyof Shape> = { ...shape, ...entryFields, ...shape };
  return part(all);
}

/** An entry as every kind judges it. */
export type Entry = z.output<z.ZodObject<EntryFields>>;
