// Inhibitions along config item relationships and along the topology.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { untilStatuses, writeRule } from "#tests/support/notification-pipeline.ts";
import { startPipelineTests } from "#tests/support/pipeline-tests.ts";

const { db, receiver, publish } = await startPipelineTests(await testDatabase());

async function writeConfig(type: string, name: string, parent: string | null = null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into config_items (config_class, type, name, parent_id, health, description)
    values ('Thing', ${type}, ${name}, ${parent}, 'unhealthy', ${`${name} is down`})
    returning id`.execute(db.system);
  return rows[0]!.id;
}

const unhealthy = (id: string, kind = "config") => ({ name: `${kind}.unhealthy`, id });

test("the message about a node covers messages about its pods, but not messages about other pods", async () => {
  const node = await writeConfig("Node", "node-1");
  const set = await writeConfig("ReplicaSet", "set-1", node);
  const [pod, other] = [await writeConfig("Pod", "pod-1", set), await writeConfig("Pod", "pod-2")];
  const rule = await writeRule(db, {
    url: receiver.url,
    events: ["config.unhealthy"],
    repeat_interval: "1h",
    inhibitions: [{ direction: "outgoing", from: "Node", to: ["Pod"] }],
  });
  await publish(unhealthy(node), unhealthy(pod), unhealthy(other), unhealthy(set));
  const rows = await untilStatuses(db, rule, ["sent", "inhibited", "sent", "sent"]);
  expect(rows[1]).toMatchObject({ parent_id: rows[0]!.id, resource_id: pod });
  expect(rows[1]!.trail.at(-1)).toMatchObject({
    step: "inhibition",
    text: "The message about a related resource covers this one.",
  });
  expect(receiver.titles().toSorted()).toEqual(["node-1 is unhealthy", "pod-2 is unhealthy", "set-1 is unhealthy"]);
});

test.each([
  ["soft relationships are followed only on request", { direction: "outgoing" }, ["sent", "sent"]],
  ["soft relationships are followed", { direction: "outgoing", soft: true }, ["sent", "inhibited"]],
  ["the direction matters", { direction: "incoming", soft: true }, ["sent", "sent"]],
  ["both directions", { direction: "all", soft: true }, ["sent", "inhibited"]],
  ["the depth is limited", { direction: "outgoing", soft: true, depth: 0 }, ["sent", "sent"]],
])("%s", async (_, inhibition, expected) => {
  const [database, service] = [await writeConfig("Database", "db"), await writeConfig("Service", "shop")];
  await sql`insert into config_relationships (config_id, related_id, relation) values (${database}, ${service}, 'Uses')`.execute(
    db.system,
  );
  const rule = await writeRule(db, {
    url: receiver.url,
    events: ["config.unhealthy"],
    repeat_interval: "1h",
    inhibitions: [{ from: "Database", to: ["Service"], ...inhibition }],
  });
  await publish(unhealthy(database), unhealthy(service));
  const rows = await untilStatuses(db, rule, expected);
  expect(rows.map(({ resource_id }) => resource_id)).toEqual([database, service]);
});

test("messages about a component inhibit messages about its descendants", async () => {
  const { rows } = await sql<{ id: string }>`
    insert into components (name, external_id, type, health) values ('cluster', 'cluster', 'Cluster', 'unhealthy') returning id`.execute(
    db.system,
  );
  const cluster = rows[0]!.id;
  const { rows: children } = await sql<{ id: string }>`
    insert into components (name, external_id, type, health, parent_id) values ('shop', 'shop', 'App', 'unhealthy', ${cluster}) returning id`.execute(
    db.system,
  );
  const rule = await writeRule(db, {
    url: receiver.url,
    events: ["component.unhealthy"],
    inhibitions: [{ direction: "outgoing", from: "Cluster", to: ["App"] }],
  });
  await publish(unhealthy(cluster, "component"), unhealthy(children[0]!.id, "component"));
  const [sent, inhibited] = await untilStatuses(db, rule, ["sent", "inhibited"]);
  expect(inhibited!.parent_id).toBe(sent!.id);
});
