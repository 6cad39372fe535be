// A row with a credential in its document, for every other table that people can write.
import { markerStart } from "./marked-specs.ts";

/** Returns the table and the values of each row. */
export function specsOfOtherTables(address: string): [table: string, values: Record<string, unknown>][] {
  const secret = `${markerStart}otherQ7`;
  const service = { name: "x", url: `slack://${secret}@C1`, properties: { token: secret } };
  return [
    [
      "topologies",
      {
        name: "t",
        spec: { components: [{ name: "c", lookup: { http: [{ name: "x", url: address, password: secret }] } }] },
      },
    ],
    [
      "views",
      {
        name: "v",
        namespace: "default",
        spec: {
          queries: { q: { sql: { connection: `postgres://u:${secret}@h/x`, query: "select 1" } } },
          panels: [{ name: "n", type: "number", query: "select 1 as value from q" }],
        },
      },
    ],
    [
      "logging_backends",
      {
        name: "l",
        spec: { backends: [{ elasticsearch: { api_key: { value: secret }, address: `https://u:${secret}@h` } }] },
      },
    ],
    ["applications", { name: "a", namespace: "default", spec: { mapping: { password: secret } } }],
    ["incident_rules", { name: "i", spec: { responders: { jira: { token: secret } } } }],
    ["teams", { name: "team", spec: { notifications: [service] } }],
    [
      "playbooks",
      {
        name: "p",
        namespace: "default",
        title: "p",
        spec: {
          actions: [
            { name: "x", http: { url: `https://u:${secret}@h`, headers: [{ name: "Authorization", value: secret }] } },
          ],
        },
      },
    ],
    [
      "notifications",
      {
        name: "n",
        events: ["check.failed"],
        custom_services: [service],
        fallback_custom_services: [service],
        properties: { password: secret },
      },
    ],
    [
      "scrape_plugins",
      {
        name: "s",
        namespace: "default",
        spec: { properties: [{ name: "x", links: [{ url: `https://u:${secret}@h` }] }] },
      },
    ],
  ];
}
