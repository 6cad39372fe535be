// Tests the events of agents that go online or offline, and of the checks that run on agents.
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
const listenerFor = (event: string) => ({ name: `tests.${event[0]}`, event, run: (one: Event) => void seen.push(one) });
const listeners = [listenerFor("agent.*"), listenerFor("check.*")];
const server = await startTestServer({ areas: [...serverAreas, { name: "tests", listeners }] });
const estate = await openEstate(server);
const { agent } = await openAgents(estate);

test("an agent goes online when it connects, and offline after a minute without contact; each change is published once", async () => {
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

test("a changed status of a check on an agent is published once", async () => {
  const south = await agent("south");
  const [canary, check] = ["00000000-0000-4000-8000-0000000000b1", "00000000-0000-4000-8000-0000000000b2"];
  await south.push({ canaries: [{ id: canary, name: "published", spec: {} }] });
  const report = async (status: string) => {
    const row = { id: check, canary_id: canary, type: "http", name: "gate", status };
    expect((await south.push({ checks: [row] })).status).toBe(200);
  };
  const published = () => seen.filter(({ id }) => id === check).map(({ name }) => name);
  // A new check that is healthy has no event.
  await report("healthy");
  await report("unhealthy");
  expect(await until(published, (names) => names.length > 0)).toEqual(["check.failed"]);
  await report("unhealthy");
  expect((await south.push({ checks_unlogged: [{ check_id: check, status: "healthy" }] })).status).toBe(200);
  expect(await until(published, (names) => names.length > 1)).toEqual(["check.failed", "check.passed"]);
});
