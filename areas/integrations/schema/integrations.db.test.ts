import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";

const { ask } = await estateIn(await testDatabase());

test("the view lists scrapers, topologies and log backends", async () => {
  expect(
    await ask("select integration_type, count(*)::int from integrations_with_status group by 1 order by 1"),
  ).toEqual([
    { integration_type: "logging_backends", count: 12 },
    { integration_type: "scrapers", count: 13 },
    { integration_type: "topologies", count: 12 },
  ]);
});
