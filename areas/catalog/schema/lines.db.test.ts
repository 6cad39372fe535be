// Item names are searched in a copy; a wrong copy would hide an item from the search.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue } = await estateIn(await testDatabase());
const config = (number: number) => idOf("config", number);

test("config_lines contains the current name, tags and description of each item", async () => {
  const wrong = () =>
    queryValue(`select count(*)::int from config_items c left join config_lines l on l.config_id = c.id
         where row(l.name, l.line) is distinct from row(c.name, config_line(c.name, c.type, c.description, c.tags))`);
  expect(await wrong()).toBe(0);
  await ask("update config_items set name = 'Other', tags = '{\"namespace\": \"elsewhere\"}' where id = $1", [
    config(8),
  ]);
  await ask("update config_items set description = 'Said of it' where id = $1", [config(9)]);
  expect(await queryValue("select line from config_lines where config_id = $1", [config(8)])).toContain("elsewhere");
  expect(await wrong()).toBe(0);
});
