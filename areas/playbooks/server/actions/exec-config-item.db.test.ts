// Tests a script that uses the cluster of a config item.
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { playbookId, runAction } from "#tests/support/actions.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";

const { databases } = await testDatabase();
const db = databases.system;
const system = await runSystem(databases);
afterAll(() => system.stop());
const [scraper, ship, other] = [newId(), newId(), newId()];

await db
  .insertInto("playbooks")
  .values({ id: playbookId, name: "tests", spec: { actions: [] } })
  .execute();
await db
  .insertInto("config_scrapers")
  .values({
    id: scraper,
    name: "harbour",
    source: "UI",
    spec: { kubernetes: [{ connection: "connection://harbour" }] } as never,
  })
  .execute();
await db
  .insertInto("config_items")
  .values([
    { id: ship, name: "ada", type: "Kubernetes::Deployment", config_class: "Deployment", scraper_id: scraper },
    { id: other, name: "rock", type: "Harbour::Rock", config_class: "Rock" },
  ] as never)
  .execute();

const run = (fromConfigItem: string) =>
  runAction(
    "exec",
    { script: "cat ~/.kube/config | wc -l", connections: { fromConfigItem } },
    {
      system: { db: system.db },
      connections: { "connection://harbour": { type: "kubernetes", certificate: "apiVersion: v1\nkind: Config\n" } },
    },
  );

test("the script gets the connection of the scraper that found the config item", async () => {
  expect((await run(ship)).outcome.result).toMatchObject({ stdout: "2", exitCode: 0 });
});

test("an action for an item without a Kubernetes connection fails with an explanation", async () => {
  await expect(run(other)).rejects.toThrow("has no connection to Kubernetes");
  await expect(run(newId())).rejects.toMatchObject({ id: "not_found" });
  await expect(run("ada")).rejects.toMatchObject({ name: "ActionInvalid" });
});
