// The spec of a team: its components, its notification channels, and the systems in which it is a responder.
import { z } from "zod";
import { cel, connection, envVar, filled, list, part, selector, templatedLabels, text } from "#server/spec/parts.ts";

const service = part({
  name: filled.meta({ label: "Name" }),
  url: text.optional().meta({ label: "Address" }),
  connection: connection.optional(),
  filter: cel.optional().meta({ label: "Only when (CEL)", field: "long-text" }),
  properties: templatedLabels.optional().meta({ label: "Properties" }),
});

const fields = z.record(z.string(), z.unknown(), "must be an object");

/** A system in which the team gets tickets. Incidents contact Jira and webhooks; the other types are recorded only. */
const client = part({
  connection: connection.optional(),
  url: text.optional().meta({ label: "Address" }),
  username: envVar.optional().meta({ label: "Username", field: "env-var" }),
  password: envVar.optional().meta({ label: "Password or token", field: "env-var", secret: true }),
  tenant_id: text.optional().meta({ label: "Tenant" }),
  client_id: text.optional().meta({ label: "Client" }),
  group_id: text.optional().meta({ label: "Group" }),
  values: fields.optional().meta({ label: "Fixed values", isOpen: true }),
  defaults: fields.optional().meta({ label: "Default values", isOpen: true }),
  linkUrl: text.optional().meta({ label: "Link", description: "The page of a ticket; {ID} is its id." }),
});

const responderTypes = [
  "email",
  "jira",
  "webhook",
  "service_now",
  "ca",
  "aws",
  "aws_support",
  "aws_ams_services_request",
  "redhat",
  "oracle",
  "ms_planner",
  "vmware",
] as const;

export const teamSpec = part({
  components: list(selector).optional().meta({
    label: "Components",
    description: "The components that the team is responsible for: all that match one of these selectors.",
  }),
  notifications: list(service)
    .optional()
    .meta({ label: "Notifications", description: "Where the team is notified, in addition to its members." }),
  responder_clients: part(Object.fromEntries(responderTypes.map((type) => [type, client.optional()])))
    .optional()
    .meta({
      label: "Responders",
      description: "Where the team gets tickets when it is a responder of an incident, by type of responder.",
      field: "yaml",
    }),
});
