import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { item, none, countsOfType, openSaving } from "#tests/support/saved-things.ts";

const { ask, scraper } = await openSaving(await testDatabase());

test("locations of items are saved, updated and deleted with their items", async () => {
  const source = await scraper();
  const places = () =>
    ask(
      "select i.name, l.location from config_locations l join config_items i on i.id = l.id where i.scraper_id = $1 order by 1, 2",
      [source.id],
    );
  const at = (id: string, ...locations: string[]) => item(id, {}, { locations });
  await source.run([at("a", "dc://1/a", "row://7", "dc://1/a"), at("b", "dc://1/b"), item("c")]);
  expect(await places()).toEqual([
    { name: "a", location: "dc://1/a" },
    { name: "a", location: "row://7" },
    { name: "b", location: "dc://1/b" },
  ]);
  const moved = [at("a", "dc://2/a", "row://7"), at("b"), item("c")];
  const second = await source.run(moved);
  expect(countsOfType(second)).toEqual({ ...none, updated: 2, unchanged: 1 });
  expect(await places()).toEqual([
    { name: "a", location: "dc://2/a" },
    { name: "a", location: "row://7" },
  ]);
  // The documents have not changed.
  expect(await source.changes()).toEqual([]);
  expect(countsOfType(await source.run(moved))).toEqual({ ...none, unchanged: 3 });
  await ask("delete from config_items where scraper_id = $1", [source.id]);
  expect(await places()).toEqual([]);
});
