// The spec of an application: its description, and the config items and views that its page shows.
import { z } from "zod";
import { icon, list, number, part, selector, text, yes } from "#server/spec/parts.ts";

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

const environment = part({ ...selector.shape, purpose: text.optional().meta({ label: "Purpose" }) });

const mapping = part({
  logins: list(selector).optional().meta({ label: "Logins" }),
  accessReviews: list(selector).optional().meta({ label: "Access reviews" }),
  datasources: list(selector).optional().meta({ label: "Data sources" }),
  environments: z
    .record(z.string(), list(environment), "must be an object")
    .optional()
    .meta({ label: "Environments", description: "The config items of each environment, by environment name." }),
  roles: list(part({ ...selector.shape, role: text.optional().meta({ label: "Role" }) }))
    .optional()
    .meta({ label: "Roles" }),
});

export const applicationSpec = part({
  type: text.optional().meta({ label: "Type" }),
  description: text.optional().meta({ label: "Description" }),
  properties: list(property).optional().meta({ label: "Properties" }),
  mapping: mapping.optional().meta({ label: "Mapping" }),
  sections: list(
    part({
      title: text.optional().meta({ label: "Title" }),
      icon: icon.optional(),
      viewRef: part({ name: text.optional(), namespace: text.optional() }).optional().meta({ label: "View" }),
    }),
  )
    .optional()
    .meta({ label: "Sections" }),
});
