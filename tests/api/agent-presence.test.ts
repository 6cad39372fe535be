// Tests the events of agents that go online or offline.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noticePresence } from "#areas/agents/server/presence.ts";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { Event } from "#server/events.ts";
import { serverAreas } from "../../main/areas.server.ts";

const seen: Event[] = [];
const listener = { name: "tests.presence", event: "agent.*", run: (event: Event) => void seen.push(event) };
const server = await startTestServer({ areas: [...serverAreas, { name: "tests", listeners: [listener] }] });
const estate = await openEstate(server);
const { agent } = await openAgents(estate);

test("an agent that is seen goes online, one that is not seen for a minute goes offline, and each is published once", async () => {
  const north = await agent("north");
  const run = () => server.system.jobs.send(estate.db, noticePresence, {});
  const statuses = () => seen.filter(({ id }) => id === north.agentId).map(({ name }) => name);
  await north.send("GET", "/upstream/ping");
  await run();
  expect(await until(statuses, (names) => names.length > 0)).toEqual(["agent.online"]);
  await run();
  await sql`update agents set last_seen = now() - interval '2 minutes' where id = ${north.agentId}`.execute(estate.db);
  await run();
  expect(await until(statuses, (names) => names.length > 1)).toEqual(["agent.online", "agent.offline"]);
});
