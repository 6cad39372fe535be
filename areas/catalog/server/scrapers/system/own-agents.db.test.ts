// Tests the catalog items of agents.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { agentItems } from "./own-agents.ts";

const { databases } = await testDatabase();

test("each agent is an item with its version, host and lag; the agent of this server is not an item", async () => {
  await sql`
    insert into agents (name, version, hostname, last_seen, waiting_since, waiting_results)
    values ('behind', '1.4.2', 'quay-2', now(), now() - interval '1 hour', 40),
           ('current', '1.4.2', 'quay-1', now(), null, 0),
           ('gone', '1.4.1', 'quay-3', now() - interval '1 hour', null, 0),
           ('never seen', null, null, null, null, 0)`.execute(databases.system);
  await sql`insert into agents (name, deleted_at) values ('deleted', now())`.execute(databases.system);
  const items = [];
  for await (const item of agentItems(databases)) items.push(item);
  expect(items).toMatchObject([
    {
      type: "MissionControl::Agent",
      name: "behind",
      status: "Online",
      health: "warning",
      document: { version: "1.4.2", hostname: "quay-2" },
      parents: [{ externalId: "host/quay-2" }],
    },
    { name: "current", status: "Online", health: "healthy" },
    { name: "gone", status: "Offline", health: "unhealthy" },
    { name: "never seen", status: "Unknown", health: "unknown" },
  ]);
  const lags = items.map(({ properties }) => properties?.find(({ name }) => name === "lag"));
  expect(lags).toMatchObject([{ type: "age" }, { text: "none" }, { text: "none" }, { text: "none" }]);
});
