import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, undone } = await estateIn(await testDatabase());

test("the actions of a run include the actions of its child runs, with artifacts, agent and error", async () => {
  const rows = await ask("select id, error, agent, artifacts from get_playbook_run_actions($1)", [idOf("run", 1)]);
  expect(rows.map(({ id }) => String(id)).toSorted()).toEqual([idOf("action", 1), idOf("action", 12)].toSorted());
  expect(rows[0]).toMatchObject({
    error: "exit 1",
    agent: { name: "local" },
    artifacts: [{ filename: "out.txt", size: 3 }],
  });
});

test("a webhook path can be used by only one playbook", () =>
  undone(async () => {
    const hook = (number: number) =>
      ask(`update playbooks set spec = '{"on": {"webhook": {"path": "deploy"}}}' where id = $1`, [
        idOf("playbook", number),
      ]);
    await hook(1);
    await expect(hook(2)).rejects.toMatchObject({ constraint: "playbooks_webhook" });
  }));

test("title, icon and category come from the playbook row, or else from the spec", () =>
  undone(async () => {
    await ask(
      `update playbooks set title = '', icon = null, category = '', spec = '{"icon": "bolt", "category": "Fire"}' where id = $1`,
      [idOf("playbook", 1)],
    );
    expect(await ask("select title, icon, category from playbook_names where id = $1", [idOf("playbook", 1)])).toEqual([
      { title: "playbook-1", icon: "bolt", category: "Fire" },
    ]);
  }));
