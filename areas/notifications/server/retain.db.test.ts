import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { idOf } from "#tests/support/estate.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { notifications } from "./index.ts";

const database = await testDatabase();
const { ask, queryValue } = await estateIn(database);
const system = await runSystem(database.databases, { jobs: notifications.jobs! });
afterAll(() => system.stop());

test("messages older than the retention property are deleted", async () => {
  const before = await queryValue("select count(*)::int from notification_send_history");
  const sent = `insert into notification_send_history (notification_id, source_event, resource_id, status, created_at)
                values ($1, 'check.failed', $2, 'sent', now() - interval '20 days'), ($1, 'check.failed', $2, 'sent', now() - interval '5 days')`;
  await ask(sent, [idOf("notification", 1), idOf("check", 1)]);
  await ask("insert into properties (name, value) values ('notification.send.history.retention.days', '10')");
  await system.jobs.send(database.databases.system, notifications.jobs![0]!, {});
  await until(
    () =>
      queryValue(
        "select success_count from job_history where name = 'Clean up notification send history' and status = 'SUCCESS' order by time_start desc limit 1",
      ),
    (count) => typeof count === "number" && count > 0,
  );
  expect(
    await queryValue(
      "select count(*)::int from notification_send_history where created_at < now() - interval '10 days'",
    ),
  ).toBe(0);
  expect(await queryValue("select count(*)::int from notification_send_history")).toBeLessThanOrEqual(
    (before as number) + 1,
  );
});
