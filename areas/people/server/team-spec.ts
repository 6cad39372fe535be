// The spec of a team: its components and its notification channels.
import { cel, connection, filled, list, part, selector, templatedLabels, text } from "#server/spec/parts.ts";

const service = part({
  name: filled.meta({ label: "Name" }),
  url: text.optional().meta({ label: "Address" }),
  connection: connection.optional(),
  filter: cel.optional().meta({ label: "Only when (CEL)", field: "long-text" }),
  properties: templatedLabels.optional().meta({ label: "Properties" }),
});

export const teamSpec = part({
  components: list(selector).optional().meta({
    label: "Components",
    description: "The components that the team is responsible for: all that match one of these selectors.",
  }),
  notifications: list(service)
    .optional()
    .meta({ label: "Notifications", description: "Where the team is notified, in addition to its members." }),
});
