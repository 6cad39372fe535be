import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask } = await estateIn(await testDatabase());

test("the summary of a view has its title, icon, order and sidebar setting", async () => {
  expect(await ask("select title, icon, ordinal, sidebar from views_summary where id = $1", [idOf("view", 2)])).toEqual(
    [{ title: "View 2", icon: "table", ordinal: 2, sidebar: true }],
  );
});

test("an ordinal that does not fit into an integer does not break the summary", async () => {
  await ask("update views set spec = jsonb_set(spec, '{display}', '{\"ordinal\": 3000000000}') where id = $1", [
    idOf("view", 2),
  ]);
  expect(await ask("select ordinal from views_summary where id = $1", [idOf("view", 2)])).toEqual([
    { ordinal: 1_000_000 },
  ]);
});
