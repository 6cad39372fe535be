// A team as it is written: which components it answers for, and how it is reached.
import { cel, connection, filled, list, part, selector, templatedLabels, text } from "#server/spec/parts.ts";

const service = part({
  name: filled.meta({ label: "Name" }),
  url: text.optional().meta({ label: "Address" }),
  connection: connection.optional(),
  filter: cel.optional().meta({ label: "Only when (CEL)", field: "long-text" }),
  properties: templatedLabels.optional().meta({ label: "Properties" }),
});

export const teamSpec = part({
  components: list(selector)
    .optional()
    .meta({ label: "Components", description: "What the team answers for: whatever one of these selects." }),
  notifications: list(service)
    .optional()
    .meta({ label: "Notifications", description: "Where the team is told, besides by its members." }),
});
