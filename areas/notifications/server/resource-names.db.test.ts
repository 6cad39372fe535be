// Messages can be searched by the current name of their resource.
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { idOf, insertEstate } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const client = new pg.Client(server.database.connection);
await client.connect();
afterAll(() => client.end());
await insertEstate(client);
const cookie = await server.signIn();

const kinds = { config: "config_items", component: "components", check: "checks", canary: "canaries" };

async function found(filter: string): Promise<string[]> {
  const path = `/api/db/notification_send_history_summary?select=source_event,resource&resource->>name.filter=${filter}`;
  const answer = await server.fetch(path, { headers: { cookie } });
  const rows = (await answer.json()) as { source_event: string; resource: { name: string } }[];
  return rows.map(({ source_event, resource }) => `${source_event} ${resource.name}`);
}

test("a message is found by the name of its resource, even after a rename", async () => {
  for (const [kind, table] of Object.entries(kinds)) {
    await client.query(
      `insert into notification_send_history (notification_id, source_event, resource_id, status) values ($1, $2, $3, 'sent')`,
      [idOf("notification", 1), `${kind}.named`, idOf(kind, 7)],
    );
    await client.query(`update ${table} set name = $1 where id = $2`, [`first ${kind}`, idOf(kind, 7)]);
    expect(await found(`first ${kind}`)).toContain(`${kind}.named first ${kind}`);
    await client.query(`update ${table} set name = $1 where id = $2`, [`second ${kind}`, idOf(kind, 7)]);
    expect(await found(`first ${kind}`)).toEqual([]);
    expect(await found(`sec*${kind},!x*`)).toContain(`${kind}.named second ${kind}`);
  }
});

test("a message about a deleted resource has no name", async () => {
  const { rows } = await client.query<{ id: string }>(
    "insert into config_items (config_class, type, name) values ('Node', 'Kubernetes::Node', 'short-lived') returning id",
  );
  await client.query(
    `insert into notification_send_history (notification_id, source_event, resource_id, status) values ($1, 'config.named', $2, 'sent')`,
    [idOf("notification", 1), rows[0]!.id],
  );
  expect(await found("short*")).toEqual(["config.named short-lived"]);
  await client.query("delete from config_items where id = $1", [rows[0]!.id]);
  expect(await found("short*")).toEqual([]);
});
