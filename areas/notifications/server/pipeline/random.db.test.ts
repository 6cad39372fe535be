// Tests with random events, rules, silences, dependencies and outages that the ledger balances: every matching event is
// counted once per recipient.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import type { Event } from "#server/events.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  setStatus,
  untilQuiet,
  writeChecks,
  writeRule,
  type RuleValues,
} from "#tests/support/notification-pipeline.ts";
import { startPipelineTests } from "#tests/support/pipeline-tests.ts";

const { db, receiver, publish, silenced, restart } = await startPipelineTests(await testDatabase(), {
  "notifications.max.count": "10",
  "notifications.digest.delay": "50ms",
  "notifications.retry.delay": "5ms",
});
const silence = newId();
await sql`insert into notification_silences (id, name, filter) values (${silence}, 'random', 'true')`.execute(
  db.system,
);

/** A seeded random number generator, so that a failure can be reproduced. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const seed = 20_261_117;

test(`the message counts in the ledger are consistent (seed ${seed})`, async () => {
  const random = numbersFrom(seed);
  const chance = (percent: number) => random(100) < percent;
  const checks = await writeChecks(db, 20, { status: "healthy", labels: { app: "shop" } });
  const team = newId();
  const channels = ["a", "b"].map((name) => ({ name, url: `${receiver.url}/${name}` }));
  await sql`
    insert into teams (id, name, icon, spec, source, created_by)
    select ${team}, 'Team', 'group', ${JSON.stringify({ notifications: channels })}::jsonb, 'UI', id from people limit 1`.execute(
    db.system,
  );
  const filters = [undefined, `check.id < '${checks[10]}'`];
  const shapes: RuleValues[] = [
    {},
    { repeat_interval: "1h" },
    { wait_for: 30e6 },
    { group_by: ["label:app"] },
    { events: ["check.failed", "check.passed"] },
    { events: ["check.*"], repeat_interval: "100ms", wait_for: 10e6 },
  ];
  const rules = new Map<string, { events: (name: string) => boolean; from: number; recipients: number }>();
  for (const [index, shape] of shapes.entries()) {
    const hasTeam = index % 2 === 0;
    const filter = filters[random(2)];
    const id = await writeRule(db, {
      ...shape,
      ...(hasTeam ? { team_id: team } : { url: `${receiver.url}/one` }),
      ...(filter && { filter }),
    });
    const events = shape.events ?? ["check.failed"];
    rules.set(id, {
      events: (name) => events.some((event) => event === name || event === "check.*"),
      from: filter === undefined ? checks.length : 10,
      recipients: hasTeam ? 2 : 1,
    });
  }
  // The receiver has a separate random generator, because the order of its requests varies.
  const outcome = numbersFrom(seed + 1);
  receiver.respond = (_, response) => response.writeHead(outcome(100) < 10 ? 500 : outcome(100) < 3 ? 404 : 204).end();

  const sorted = checks.toSorted();
  const border = checks[10]!;
  const expected = new Map([...rules.keys()].map((id) => [id, 0]));
  const isDown = new Map(checks.map((id) => [id, false]));
  // Guarantees that the first failure is silenced.
  silenced.set(sorted[1]!, silence);
  for (let round = 0; round < 60; round += 1) {
    const events: Event[] = [];
    for (let n = random(12); n >= 0; n -= 1) {
      const id = round === 0 ? sorted[1]! : sorted[random(sorted.length)]!;
      const name = isDown.get(id) ? "check.passed" : "check.failed";
      isDown.set(id, name === "check.failed");
      await setStatus(db, [id], name === "check.failed" ? "unhealthy" : "healthy");
      // Some checks depend on the first check.
      events.push({
        name,
        id,
        ...(chance(40) && id !== sorted[0] && name === "check.failed" && { depends_on: [sorted[0]!] }),
      });
      for (const [rule, { events: listens, from, recipients }] of rules)
        if (listens(name) && (from === checks.length || id < border))
          expected.set(rule, expected.get(rule)! + recipients);
    }
    await publish(...events);
    if (round === 0) await untilQuiet(db);
    if (chance(20)) silenced.set(sorted[random(sorted.length)]!, silence);
    if (chance(20)) silenced.clear();
    if (chance(30)) await untilQuiet(db);
    if (chance(5)) await restart();
  }
  await untilQuiet(db);
  const { rows } = await sql<{ rule: string; count: number; statuses: string[] }>`
    select notification_id as rule, sum(count)::int as count, array_agg(distinct status) as statuses
    from   notification_send_history
    where  purpose = 'event'
    group  by 1`.execute(db.system);
  expect(new Map(rows.map(({ rule, count }) => [rule, count]))).toEqual(expected);
  // The test is only meaningful if the messages end with many different statuses.
  const statuses = new Set(rows.flatMap((row) => row.statuses));
  for (const status of ["sent", "error", "repeat-interval", "silenced", "inhibited", "skipped", "grouped", "digested"])
    expect(statuses).toContain(status);
});
