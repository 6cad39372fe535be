// Messages about checks that depend on other checks, when the checks do not fail in the order of their dependencies.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { historyOf, setStatus, untilStatuses, writeChecks, writeRule } from "#tests/support/notification-pipeline.ts";
import { startPipelineTests } from "#tests/support/pipeline-tests.ts";
import { until } from "#tests/support/running-system.ts";

const { db, receiver, publish, restart } = await startPipelineTests(await testDatabase());

const now = () => new Date().toISOString();
const failed = (id: string, parent?: string) => ({
  name: "check.failed",
  id,
  last_runtime: now(),
  ...(parent !== undefined && { depends_on: [parent] }),
});
const passed = (id: string) => ({ name: "check.passed", id, last_runtime: now() });

/** A healthy check that last ran a minute ago and is about to run. */
async function writeParent(): Promise<string> {
  const [parent] = await writeChecks(db, 1, { status: "healthy" });
  await sql`
    update checks set name = 'parent', last_runtime = now() - interval '1 min', next_runtime = now() + interval '2 s'
    where  id = ${parent!}`.execute(db.system);
  return parent!;
}

/** Makes all waiting messages of the rule due. */
const endWaits = (rule: string) =>
  restart(() =>
    sql`
      update notification_send_history set not_before = now() where notification_id = ${rule} and waiting is not null`.execute(
      db.system,
    ),
  );

test("a message about a check is held until the check that it depends on has run", async () => {
  const parent = await writeParent();
  const [child] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await publish(failed(child!, parent));
  const [held] = await untilStatuses(db, rule, ["pending"]);
  expect(held).toMatchObject({ waiting: "dependency", held_by: parent, parent_id: null });
  expect(Date.parse(held!.not_before!)).toBeGreaterThan(Date.now());
  await setStatus(db, [parent], "unhealthy");
  await publish(failed(parent));
  const [, sent] = await untilStatuses(db, rule, ["pending", "sent"]);
  await endWaits(rule);
  const [still] = await until(
    () => historyOf(db, rule),
    ([row]) => row!.parent_id !== null,
  );
  expect(still).toMatchObject({ status: "pending", waiting: "dependency", parent_id: sent!.id });
  expect(receiver.titles()).toEqual(["parent failed"]);
});

test("a held message is sent if the dependency is healthy", async () => {
  const parent = await writeParent();
  const [child] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await publish(failed(child!, parent));
  await untilStatuses(db, rule, ["pending"]);
  await setStatus(db, [parent], "healthy");
  await endWaits(rule);
  await untilStatuses(db, rule, ["sent"]);
  expect(receiver.titles()).toEqual(["check 1 failed"]);
});

test("a message is sent at once if the dependency has run after the failure, or if its next run is much later", async () => {
  const [fresh, rare] = [await writeParent(), await writeParent()];
  await sql`update checks set last_runtime = now() + interval '1 s' where id = ${fresh}`.execute(db.system);
  await sql`update checks set next_runtime = now() + interval '1 hour' where id = ${rare}`.execute(db.system);
  const [one, two] = await writeChecks(db, 2);
  const rule = await writeRule(db, { url: receiver.url });
  await publish(failed(one!, fresh), failed(two!, rare));
  await untilStatuses(db, rule, ["sent", "sent"]);
  expect(receiver.titles().toSorted()).toEqual(["check 1 failed", "check 2 failed"]);
});

test("a held message is inhibited if the failing dependency is reported, even if the message about the dependency was written later", async () => {
  const [parent, early, late] = await writeChecks(db, 3);
  const rule = await writeRule(db, { url: receiver.url });
  // The message about the parent arrives last.
  await publish(failed(early!, parent), failed(late!, parent), failed(parent!));
  const rows = await untilStatuses(db, rule, ["pending", "pending", "sent"]);
  expect(rows[0]!.parent_id).toBeNull();
  await setStatus(db, [early!], "healthy");
  await publish(passed(early!));
  await untilStatuses(db, rule, ["inhibited", "pending", "sent"]);
  // The other check recovers after the parent.
  await setStatus(db, [parent!], "healthy");
  await publish(passed(parent!));
  await until(() => receiver.titles().includes("check 1 recovered"));
  await setStatus(db, [late!], "healthy");
  await publish(passed(late!));
  const ended = await untilStatuses(db, rule, ["inhibited", "inhibited", "sent", "sent"]);
  expect(ended.slice(0, 2).map((row) => row.parent_id)).toEqual([rows[2]!.id, rows[2]!.id]);
  expect(receiver.titles()).toEqual(["check 1 failed", "check 1 recovered"]);
});
