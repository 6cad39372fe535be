// The JSON schema of a rule, for completion and validation in the code editor.
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { eventNames } from "./event-names.ts";

const recipient: Readonly<Record<string, JsonSchema>> = {
  person: { type: "string", description: "The id of a person." },
  team: { type: "string", description: "The id of a team." },
  playbook: { type: "string", description: "The id of a playbook that runs; no message is sent." },
  connection: {
    type: "string",
    field: "connection",
    description: "A stored connection: `connection://namespace/name`.",
  },
  url: { type: "string", description: "The address of a service, such as `slack://token@channel`." },
  email: { type: "string", description: "An email address." },
  webhook: {
    type: "object",
    description: "A URL that receives the message as JSON.",
    required: ["url"],
    properties: {
      url: { type: "string" },
      secret: { type: "string", description: "Signs the requests (HMAC)." },
      method: { enum: ["POST", "GET"] },
      contentType: { type: "string" },
    },
    additionalProperties: false,
  },
  services: {
    type: "array",
    description: "Several services.",
    items: {
      type: "object",
      properties: {
        name: { type: "string" },
        filter: { type: "string", notation: "cel" },
        connection: { type: "string" },
        url: { type: "string" },
        properties: { type: "object", additionalProperties: { type: "string" } },
      },
      additionalProperties: true,
    },
  },
};
const duration: JsonSchema = { type: "string", field: "duration" };

export const ruleSchema: JsonSchema = {
  type: "object",
  required: ["events", "to"],
  additionalProperties: false,
  properties: {
    events: {
      type: "array",
      minItems: 1,
      description: "The events that the rule listens to.",
      items: { type: "string", examples: eventNames },
    },
    filter: {
      type: "string",
      notation: "cel",
      description: "An expression; events for which it is false are ignored.",
    },
    title: { type: "string", notation: "template", description: "Default: a title for the event." },
    template: {
      type: "string",
      notation: "template",
      description: "The text of the message. Default: a text for the event.",
    },
    to: {
      type: "object",
      description: "The recipient: exactly one of person, team, connection, url, email, webhook, services or playbook.",
      additionalProperties: false,
      properties: {
        ...recipient,
        properties: {
          type: "object",
          description: "Overrides the properties of the connection.",
          additionalProperties: { type: "string" },
        },
      },
    },
    groupBy: {
      type: "array",
      description: "Resources with equal values share one message per repeat interval.",
      items: { type: "string", examples: ["type", "description", "status_reason"] },
    },
    groupByInterval: { ...duration, description: "How long a group exists. Default: 24h." },
    repeatInterval: { ...duration, description: "The minimum time between two messages about the same problem." },
    waitFor: { ...duration, description: "The time to wait for the resource to recover by itself." },
    waitForEvalPeriod: {
      ...duration,
      description: "After the wait, how long the resource is observed before the message is sent.",
    },
    inhibitions: {
      type: "array",
      description: "Related resources: a message about one of them replaces messages about the others.",
      items: {
        type: "object",
        required: ["direction", "from", "to"],
        properties: {
          direction: { enum: ["outgoing", "incoming", "all"] },
          from: { type: "string", description: "The type of the resource that was reported." },
          to: { type: "array", items: { type: "string" }, description: "The types that are inhibited." },
          depth: { type: "integer", minimum: 1 },
          soft: { type: "boolean" },
        },
        additionalProperties: false,
      },
    },
    fallback: {
      type: "object",
      description: "The recipient if the delivery fails.",
      additionalProperties: false,
      properties: {
        ...recipient,
        delay: { ...duration, description: "The time to wait before the message goes to the fallback." },
      },
    },
  },
};
