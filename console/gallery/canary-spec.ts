// A schema in the server's format and a matching text, for the editor entries.
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";

export const canarySchema: JsonSchema = {
  type: "object",
  required: ["name", "checks"],
  properties: {
    name: { type: "string", minLength: 1, description: "The name that every page shows." },
    interval: {
      type: "integer",
      minimum: 1,
      default: 60,
      description: "The number of seconds between two runs.\n\nA check that takes longer is not started twice.",
    },
    severity: {
      enum: ["info", "low", "medium", "high", "critical"],
      default: "medium",
      description: "The severity of a failure, which decides who is called.",
    },
    paused: { type: "boolean", description: "While it is `true`, no check runs and the last status is kept." },
    labels: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Labels for searching, such as `team: checkout`.",
    },
    owner: {
      type: "object",
      required: ["email"],
      properties: {
        email: { type: "string", format: "email", description: "The first person to notify." },
        team: { type: "string", description: "The people to notify next." },
      },
    },
    checks: {
      type: "array",
      minItems: 1,
      description: "The checks, which run from top to bottom.",
      items: {
        oneOf: [
          {
            title: "HTTP check",
            type: "object",
            description: "Sends a request to a web server and checks the response.",
            required: ["type", "url"],
            additionalProperties: false,
            properties: {
              type: { const: "http", description: "Sends a request to a web server." },
              url: { type: "string", description: "The address, with `https://`.", examples: ["https://example.org"] },
              method: { enum: ["GET", "HEAD", "POST"], default: "GET" },
              responseCodes: {
                type: "array",
                items: { type: "integer" },
                description: "Accepted response codes. Default: all codes below 400.",
              },
              test: { type: "string", description: "An expression that must be true for the response." },
            },
          },
          {
            title: "DNS check",
            type: "object",
            description: "Looks up a name.",
            required: ["type", "server", "query"],
            additionalProperties: false,
            properties: {
              type: { const: "dns", description: "Looks up a name." },
              server: { type: "string", description: "The name server to query." },
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
