// Tests that an agent with 100,000 waiting results catches up in order despite connection failures, and that no result
// is lost or duplicated.
import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { openAgents } from "#tests/support/agents.ts";
import { cutProxy } from "#tests/support/cut-proxy.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { DB } from "#server/db/tables.ts";
import { areasFor } from "../../main/agent.ts";

const behind = 100_000;
/** Processing the whole backlog takes long on a busy machine. */
const timeoutMs = 900_000;

const estate = await openEstate(await startTestServer());
const { db: serverDb, server } = estate;
const { agent, admin } = await openAgents(estate);
const north = await agent("north");
const proxy = await cutProxy(server.url);
const upstream = { url: proxy.url, username: "token", token: north.access_token, name: "north" };
proxy.cut();
const near = await startTestServer({
  areas: areasFor({ upstream }),
  env: { ROLE: "agent", UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: upstream.token, UPSTREAM_NAME: upstream.name },
});
const agentDb = near.system.db.system;

interface Summary {
  results: number;
  newest: string | null;
  digest: string | null;
}
/** The digest differs if any result differs. */
const summaryOf = async (db: Kysely<DB>, checkIds: readonly string[]): Promise<Summary> => {
  const { rows } = await sql<Summary>`
    select count(*)::int as results, max(time) as newest,
           md5(string_agg(concat_ws(' ', check_id, extract(epoch from time), status), ',' order by check_id, time)) as digest
    from   check_statuses
    where  check_id = any(${checkIds}::uuid[])`.execute(db);
  return rows[0]!;
};
const countOn = async (db: Kysely<DB>, checkIds: readonly string[]) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from check_statuses where check_id = any(${checkIds}::uuid[])`.execute(db);
  return rows[0]!.n;
};

test(
  "100,000 waiting results are pushed in order despite three connection failures; none is lost or duplicated",
  { timeout: timeoutMs + 300_000 },
  async () => {
    const { rows: checks } = await sql<{ id: string }>`
      with c as (insert into canaries (name, spec) values ('backlog', '{}') returning id)
      insert into checks (canary_id, type, name)
      select id, 'http', 'check ' || n from c, generate_series(1, 20) n returning id`.execute(agentDb);
    const ids = checks.map(({ id }) => id);
    await sql`
      insert into check_statuses (check_id, time, status, duration, message)
      select id, date_trunc('second', now()) - n * interval '10 seconds', n % 7 > 0, n % 900, 'berth ' || n
      from   unnest(${ids}::uuid[]) as c (id), generate_series(1, ${behind / ids.length}) n`.execute(agentDb);
    const own = await summaryOf(agentDb, ids);
    expect(own.results).toBe(behind);

    let before = 0;
    for (const share of [0.1, 0.3, 0.6]) {
      proxy.restore();
      const reached = await until(
        () => countOn(serverDb, ids),
        (count) => count >= behind * share,
        timeoutMs,
      );
      proxy.cut();
      expect(reached).toBeGreaterThan(before);
      before = reached;
      // The oldest results come first: no stored result is newer than one that still waits.
      const { rows } = await sql<{ oldest: string }>`
        select coalesce(min(time), now()) as oldest from check_statuses where check_id = any(${ids}::uuid[]) and not is_pushed`.execute(
        agentDb,
      );
      const { newest } = await summaryOf(serverDb, ids);
      // The push that was cut may be stored already, so up to one page of it may still be marked as waiting.
      const overlapMs = Date.parse(newest!) - Date.parse(rows[0]!.oldest);
      expect(overlapMs).toBeLessThanOrEqual((1000 / ids.length) * 10_000);
    }
    proxy.restore();
    await until(
      () => countOn(serverDb, ids),
      (count) => count >= behind,
      timeoutMs,
    );
    expect(await summaryOf(serverDb, ids)).toEqual(own);
    const { body } = await until(
      () => admin.ask(`/agents_summary?id=eq.${north.agentId}&select=waiting_results,waiting_since`),
      ({ body: rows }) => (rows as { waiting_since: string | null }[])[0]?.waiting_since === null,
      timeoutMs,
    );
    expect(body).toEqual([{ waiting_results: 0, waiting_since: null }]);
  },
);
