// What items are called is looked for in a copy: one that is wrong would hide an item from whoever looks for it.
import { expect, test } from "vitest";
import { testDatabase } from "../../../tests/database.ts";
import { estateIn } from "../../../tests/estate-in.ts";
import { idOf } from "../../../tests/estate.ts";

const { ask, one } = await estateIn(await testDatabase());
const config = (number: number) => idOf("config", number);

test("items are called in their line what they are called", async () => {
  const wrong = () =>
    one(`select count(*)::int from config_items c left join config_lines l on l.config_id = c.id
         where row(l.name, l.line) is distinct from row(c.name, config_line(c.name, c.type, c.description, c.tags))`);
  expect(await wrong()).toBe(0);
  await ask("update config_items set name = 'Other', tags = '{\"namespace\": \"elsewhere\"}' where id = $1", [
    config(8),
  ]);
  await ask("update config_items set description = 'Said of it' where id = $1", [config(9)]);
  expect(await one("select line from config_lines where config_id = $1", [config(8)])).toContain("elsewhere");
  expect(await wrong()).toBe(0);
});
