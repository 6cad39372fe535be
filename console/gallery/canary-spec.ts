// A schema as the server prints it and a matching text, for the editor entries.
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";

export const canarySchema: JsonSchema = {
  type: "object",
  required: ["name", "checks"],
  properties: {
    name: { type: "string", minLength: 1, description: "What people call it, on every page that lists it." },
    interval: {
      type: "integer",
      minimum: 1,
      default: 60,
      description: "How many seconds pass between two runs.\n\nA check that takes longer is not started twice.",
    },
    severity: {
      enum: ["info", "low", "medium", "high", "critical"],
      default: "medium",
      description: "How bad it is when it fails; decides who is called.",
    },
    paused: { type: "boolean", description: "While it is `true` nothing runs and the last state stays." },
    labels: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Words to find it by, such as `team: checkout`.",
    },
    owner: {
      type: "object",
      required: ["email"],
      properties: {
        email: { type: "string", format: "email", description: "Who hears of it first." },
        team: { type: "string", description: "And who hears of it then." },
      },
    },
    checks: {
      type: "array",
      minItems: 1,
      description: "What is asked, from top to bottom.",
      items: {
        oneOf: [
          {
            title: "HTTP check",
            type: "object",
            description: "Asks a web server and looks at the answer.",
            required: ["type", "url"],
            additionalProperties: false,
            properties: {
              type: { const: "http", description: "Asks a web server." },
              url: { type: "string", description: "The address, with `https://`.", examples: ["https://example.org"] },
              method: { enum: ["GET", "HEAD", "POST"], default: "GET" },
              responseCodes: {
                type: "array",
                items: { type: "integer" },
                description: "Answers that are well; any below 400 when it is left out.",
              },
              test: { type: "string", description: "An expression that must be true of the answer." },
            },
          },
          {
            title: "DNS check",
            type: "object",
            description: "Looks a name up.",
            required: ["type", "server", "query"],
            additionalProperties: false,
            properties: {
              type: { const: "dns", description: "Looks a name up." },
              server: { type: "string", description: "Whom to ask." },
              query: { type: "string", description: "The name to look up." },
              record: { enum: ["A", "AAAA", "CNAME", "MX", "TXT"], default: "A" },
            },
          },
        ],
      },
    },
  },
};

export const canaryText = `# The front page of the shop
name: shop
interval: 30
severity: high
labels: { team: checkout, tier: "1" }
owner:
  email: grace@example.org
checks:
  - type: http
    url: https://shop.example.org # behind the load balancer
    responseCodes: [200, 204]
    test: |
      code == 200 && json.status == "ok"
  - type: dns
    server: 10.0.0.53
    query: shop.example.org
`;

export const brokenText = `name: shop
intervall: 30
severity: urgent
checks:
  - type: http
    url: https://shop.example.org
     method: GET
`;

export const doubtfulText = brokenText.replace("     method", "    method");

export const longText = `name: everything
checks:
${Array.from(
  { length: 1250 },
  (_, at) =>
    `  - type: http\n    url: https://service-${at}.example.org/health\n    method: GET\n    responseCodes: [200]\n`,
).join("")}`;

const LONG_WORD = "a-name-that-is-much-longer-than-anybody-would-think-is-reasonable";
export const wideText = `name: ${LONG_WORD}-${LONG_WORD}-${LONG_WORD}\nlabels:\n  ${LONG_WORD}: ${"words without end ".repeat(30)}\n`;
