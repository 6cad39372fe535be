// Tests messages about events that have no recovery.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { testDatabase } from "#tests/support/database.ts";
import { untilStatuses, writeRule } from "#tests/support/notification-pipeline.ts";
import { startPipelineTests } from "#tests/support/pipeline-tests.ts";

const { db, receiver, publish } = await startPipelineTests(await testDatabase());

test("the creation of a config item is reported as a notice, and its bad health as a problem", async () => {
  const id = newId();
  await sql`
    insert into config_items (id, name, type, config_class, health)
    values (${id}, 'api', 'Kubernetes::Pod', 'Pod', 'unhealthy')`.execute(db.system);
  const rule = await writeRule(db, { events: ["config.created", "config.unhealthy"], url: receiver.url });
  await publish({ name: "config.created", id }, { name: "config.unhealthy", id });
  await untilStatuses(db, rule, ["sent", "sent"]);
  const news = new Map(receiver.received.map(({ message }) => [message.event, message.isNews]));
  expect(Object.fromEntries(news)).toEqual({ "config.created": true, "config.unhealthy": undefined });
});
