// Tests an agent whose clock is an hour behind the clock of its server. A proxy adds the hour to the time of the server.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { areasFor } from "../../main/agent.ts";

const hourMs = 3_600_000;

const estate = await openEstate(await startTestServer());
const { db: serverDb, server } = estate;
const { agent } = await openAgents(estate);
const north = await agent("north");

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const answer = await fetch(server.url + request.url, {
    method: request.method!,
    headers: {
      authorization: request.headers.authorization ?? "",
      "content-type": request.headers["content-type"] ?? "",
    },
    ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
  });
  const text = await answer.text();
  const later = (time: string) => new Date(Date.parse(time) + hourMs).toISOString();
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(
    request.url!.startsWith("/upstream/ping")
      ? text.replace(/"time":"([^"]+)"/, (_, time: string) => `"time":"${later(time)}"`)
      : text,
  );
}
// If a request is pending when the server stops, it fails for the agent as well.
const proxy = createServer((request, response) => void passOn(request, response).catch(() => response.destroy()));
await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

const upstream = {
  url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  username: "token",
  token: north.access_token,
  name: "north",
};
const near = await startTestServer({
  areas: areasFor({ upstream }),
  env: { ROLE: "agent", UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: upstream.token, UPSTREAM_NAME: upstream.name },
});
const agentDb = near.system.db.system;

test("if the agent's clock is an hour behind, times are corrected by the offset measured at ping, and the original times are kept", async () => {
  await until(async () => {
    const { rows } = await sql`select from clock_offsets`.execute(agentDb);
    return rows.length > 0;
  });
  const { rows: offsets } = await sql<{ offset_ms: string }>`select offset_ms::text from clock_offsets`.execute(
    agentDb,
  );
  expect(Math.abs(Number(offsets[0]!.offset_ms) - hourMs)).toBeLessThan(60_000);
  const { rows: checks } = await sql<{ id: string }>`
    with c as (insert into canaries (name, spec) values ('tide', '{}') returning id)
    insert into checks (canary_id, type, name) select id, 'http', 'tide' from c returning id`.execute(agentDb);
  const checkId = checks[0]!.id;
  await sql`
    insert into check_statuses (check_id, time, status)
    select ${checkId}, now() + n * interval '1 second', true from generate_series(1, 5) n`.execute(agentDb);
  const { rows } = await until(
    () =>
      sql<{ time: string; agent_time: string | null }>`
        select time, agent_time from check_statuses where check_id = ${checkId} order by time`.execute(serverDb),
    ({ rows: found }) => found.length === 5,
  );
  const offset = Number(offsets[0]!.offset_ms);
  const { rows: own } = await sql<{ time: string }>`
    select time from check_statuses where check_id = ${checkId} order by time`.execute(agentDb);
  expect(rows.map(({ agent_time }) => agent_time)).toEqual(own.map(({ time }) => time));
  expect(rows.map(({ time, agent_time }) => Date.parse(time) - Date.parse(agent_time!))).toEqual(
    Array.from({ length: 5 }, () => offset),
  );
});
