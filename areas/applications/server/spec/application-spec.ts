// The spec of an application: its description, the selectors of its config items, and the views that its report shows.
import { z } from "zod";
import { toSelector } from "#language/resource-selector.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { icon, list, longText, number, part, selector, text, yes } from "#server/spec/parts.ts";

const property = part({
  name: text.optional().meta({ label: "Name" }),
  label: text.optional().meta({ label: "Label" }),
  tooltip: text.optional().meta({ label: "Tooltip" }),
  icon: icon.optional(),
  text: text.optional().meta({ label: "Text" }),
  order: number.optional().meta({ label: "Order" }),
  type: text.optional().meta({ label: "Type" }),
  color: text.optional().meta({ label: "Colour" }),
  value: z.union([number, text]).optional().meta({ label: "Value" }),
  unit: text.optional().meta({ label: "Unit" }),
  headline: yes.optional().meta({ label: "Headline" }),
  links: list(
    part({
      type: text.optional(),
      url: text.optional(),
      text: text.optional(),
      icon: icon.optional(),
      label: text.optional(),
    }),
  )
    .optional()
    .meta({ label: "Links" }),
});

/** Refuses a search or a label selector that cannot be parsed, because the report could not evaluate it later. */
const parsed = <Shape extends z.ZodType<z.output<typeof selector>>>(schema: Shape): Shape =>
  schema.superRefine((input, context) => {
    const wrong = problemOf(() => toSelector(input));
    if (wrong !== undefined) context.addIssue({ code: "custom", message: wrong });
  });

const items = parsed(selector);
const environment = parsed(part({ ...selector.shape, purpose: text.optional().meta({ label: "Purpose" }) }));
const role = parsed(part({ ...selector.shape, role: text.optional().meta({ label: "Role" }) }));

const mapping = part({
  logins: list(items)
    .optional()
    .meta({ label: "Logins", description: "The config items that are user accounts of the application." }),
  accessReviews: list(items)
    .optional()
    .meta({ label: "Access reviews", description: "The config items that record a review of an account." }),
  authentication: list(items)
    .optional()
    .meta({ label: "Authentication", description: "The config items that describe how people sign in." }),
  datasources: list(items)
    .optional()
    .meta({ label: "Data sources", description: "The databases whose backups and restores are reported." }),
  environments: z
    .record(z.string(), list(environment), "must be an object")
    .optional()
    .meta({ label: "Environments", description: "The config items of each environment, by environment name." }),
  roles: list(role).optional().meta({ label: "Roles", description: "The role of the logins that a selector matches." }),
});

const maxSections = 50;

export const applicationSpec = part({
  type: text.optional().meta({ label: "Type" }),
  description: longText.optional().meta({ label: "Description" }),
  properties: list(property).optional().meta({ label: "Properties" }),
  mapping: mapping.optional().meta({ label: "Mapping" }),
  sections: list(
    part({
      title: text.optional().meta({ label: "Title" }),
      icon: icon.optional(),
      viewRef: part({ name: text.optional(), namespace: text.optional() }).optional().meta({ label: "View" }),
    }),
  )
    .max(maxSections, `has more than ${maxSections} sections`)
    .optional()
    .meta({ label: "Sections", description: "Views at the end of the report." }),
});

export type ApplicationSpec = z.output<typeof applicationSpec>;
