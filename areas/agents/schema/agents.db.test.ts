import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());
const agent = idOf("agent", 1);

test("the agent `local`, which is this system, cannot be deleted", () =>
  undone(async () => {
    expect(await queryValue("select name from agents where id = '00000000-0000-0000-0000-000000000000'")).toBe("local");
    await expect(ask("update agents set deleted_at = now() where name = 'local'")).rejects.toThrow(/cannot be deleted/);
  }));

test("the rows of a deleted agent are deleted only with cleanup", () =>
  undone(async () => {
    await ask("update config_items set agent_id = $1 where type = 'Kubernetes::Pod'", [agent]);
    await ask("update checks set agent_id = $1 where id = $2", [agent, idOf("check", 1)]);
    await ask("update agents set deleted_at = now() where id = $1", [idOf("agent", 2)]);
    expect(await queryValue("select count(*)::int from config_items where deleted_at is not null")).toBe(0);
    await ask("update agents set deleted_at = '2026-05-01', cleanup = true where id = $1", [agent]);
    expect(
      await queryValue("select count(*)::int from config_items where deleted_at = '2026-05-01' and agent_id = $1", [
        agent,
      ]),
    ).toBe(8);
    expect(await queryValue("select deleted_at = '2026-05-01' from checks where id = $1", [idOf("check", 1)])).toBe(
      true,
    );
  }));

test.each([
  ["the token of a deleted agent expires", "agent", true],
  ["a human whose token an agent used keeps the token", null, null],
])("%s", (_, type, hasExpired) =>
  undone(async () => {
    await ask("update people set type = $1 where id = $2", [type, idOf("person", 12)]);
    await ask("insert into access_tokens (name, person_id, digest) values ('agent', $1, 'x')", [idOf("person", 12)]);
    await ask("update agents set deleted_at = now() where id = $1", [agent]);
    expect(await queryValue("select expires_at <= now() from access_tokens")).toBe(hasExpired);
  }),
);

test("an agent is healthy if it was seen within the last minute", async () => {
  const rows = await ask(
    "select name, health, status from agents_summary where name in ('local', 'agent-1', 'agent-2', 'agent-3') order by name",
  );
  expect(rows).toEqual([
    { name: "agent-1", health: "healthy", status: "online" },
    { name: "agent-2", health: "unhealthy", status: "offline" },
    { name: "agent-3", health: "unknown", status: "unknown" },
    { name: "local", health: "healthy", status: "online" },
  ]);
  expect(await queryValue("select config_count::int from agents_summary where name = 'local'")).toBe(12);
});
