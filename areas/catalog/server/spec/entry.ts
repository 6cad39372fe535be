// The fields that every entry of a scraper has, regardless of its kind: how documents are read and become items.
import { z } from "zod";
import { cel, filled, icon, list, number, part, templated, text, yes } from "#server/spec/parts.ts";
import { foundIn, path, paths } from "./found-in.ts";
import { transform } from "./transform.ts";

const maxTags = 5;

const tag = part({
  name: filled.meta({ label: "Name" }),
  value: text.optional().meta({ label: "Value" }),
  label: text.optional().meta({ label: "Label value" }),
  jsonpath: path.optional().meta({ label: "JSONPath" }),
});

/** Accepts a list, or an object of fixed values. */
const tags = z
  .union(
    [
      list(tag)
        .refine((written) => written.length <= maxTags, `must be ${maxTags} at most`)
        .superRefine((written, context) => {
          for (const [index, { name }] of written.entries())
            if (written.findIndex((other) => other.name === name) < index)
              context.addIssue({ code: "custom", path: [index, "name"], message: "occurs twice" });
        })
        .meta({ label: "List" }),
      z
        .record(z.string(), text, "must be an object with string values")
        .refine((written) => Object.keys(written).length <= maxTags, `must be ${maxTags} at most`)
        .meta({ label: "Names and values", field: "key-values" }),
    ],
    "must be a list of tags",
  )
  .meta({ label: "Tags", description: "The catalog groups items by tags. At most five tags." });

const property = part({
  name: filled.meta({ label: "Name" }),
  filter: cel.optional().meta({ label: "Only when", notation: "cel" }),
  label: templated.optional().meta({ label: "Label" }),
  text: templated.optional().meta({ label: "Text" }),
  value: z.union([number, templated], "must be a number or a string").optional().meta({ label: "Value" }),
  unit: text.optional().meta({ label: "Unit" }),
  type: z
    .enum(["url", "badge", "currency", "text", "age", "hidden"], "must be url, badge, currency, text, age or hidden")
    .optional()
    .meta({ label: "Display as" }),
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

// Other fields of a property are saved with the item.
export const properties = list(property).meta({ label: "Properties", isOpen: true });

/** A kind of Kubernetes object that a scraper watches between its runs. */
export const watchedKind = part({
  apiVersion: text.optional().meta({ label: "API version" }),
  kind: filled.meta({ label: "Kind" }),
});

/** The fields that define how an item is read from a document. */
const entryFields = {
  id: foundIn.optional().meta({ label: "Id", placeholder: "$.id" }),
  name: foundIn.optional().meta({ label: "Name", placeholder: "$.name", description: "Default: the id." }),
  type: foundIn.optional().meta({ label: "Type", placeholder: "App::Service" }),
  class: foundIn.optional().meta({ label: "Class", description: "Default: the type." }),
  status: foundIn.optional().meta({ label: "Status" }),
  health: foundIn.optional().meta({
    label: "Health",
    description:
      "healthy, unhealthy, warning or unknown. Default: derived from the document, if there is no status either.",
  }),
  description: foundIn.optional().meta({ label: "Description" }),
  icon: icon.optional(),
  items: foundIn.optional().meta({
    label: "Items",
    placeholder: "$.items[*]",
    description: "Selects the items in a document that contains several items.",
  }),
  format: text.optional().meta({
    label: "Format",
    placeholder: "json",
    description: "json, yaml or properties; anything else is saved as text.",
  }),
  labels: z.record(z.string(), foundIn, "must be an object").optional().meta({ label: "Labels", field: "key-values" }),
  tags: tags.optional(),
  properties: properties.optional(),
  createFields: paths
    .optional()
    .meta({ label: "Created at", description: "The first of these JSONPaths that finds a time is used." }),
  deleteFields: paths
    .optional()
    .meta({ label: "Deleted at", description: "The first of these JSONPaths that finds a time is used." }),
  timestampFormat: text.optional().meta({
    label: "Time format",
    placeholder: "2006-01-02T15:04:05Z07:00",
    description: "A layout in Go notation.",
  }),
  transform: transform.optional().meta({ label: "Transform" }),
  full: yes.optional().meta({
    label: "Full mode",
    description: "A document contains config, changes and analysis, instead of being the config itself.",
  }),
};

export type EntryFields = typeof entryFields;

/** Whether templates in this field are filled for each item, not once per run. */
export const isEntryField = (name: string) => Object.hasOwn(entryFields, name);

/**
 * Builds the spec of an entry: the fields of its kind first, then the common fields. A kind may override common fields.
 */
export function scraperEntry<Shape extends z.ZodRawShape>(shape: Shape) {
  const all: Shape & Omit<EntryFields, keyof Shape> = { ...shape, ...entryFields, ...shape };
  return part(all);
}

/** The fields of an entry that all kinds have in common. */
export type Entry = z.output<z.ZodObject<EntryFields>>;
