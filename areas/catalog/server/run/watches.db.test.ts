// Tests the watches of scrapers between two runs.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { entry, listed, runScrapers } from "#tests/support/running-scrapers.ts";
import { until } from "#tests/support/running-system.ts";
import type { Scraped } from "../scrape/found.ts";

const { sources, watched, ask, create, write, runsOf, present } = await runScrapers((await testDatabase()).databases);

test("a watch saves changes between runs, restarts after a failure, and ends when the scraper is paused", async () => {
  sources.set(
    "cluster",
    listed(() => [{ id: "a" }]),
  );
  let starts = 0;
  let ended = 0;
  const batches: Scraped[][] = [[{ document: { id: "w1" } }, { document: { id: "w2" } }], [{ document: { id: "w3" } }]];
  watched.set("cluster", async function* (run) {
    const news = batches[starts];
    starts += 1;
    yield* news ?? [];
    if (starts < 3) throw new Error("the stream broke");
    run.signal.addEventListener("abort", () => (ended += 1));
    await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
  });
  const retention = { staleItemAge: "1h" };
  const id = await create("cluster", { retention, things: [entry("cluster")] });
  await until(
    () => present(id),
    (names) => names.join(" ") === "a w1 w2 w3",
  );
  await until(
    () => starts,
    (count) => count === 3,
  );
  await until(
    () => runsOf(id),
    (runs) => runs[0]?.status === "SUCCESS",
  );
  expect(
    await ask("select status, details from job_history where resource_id = $1 and name = 'Scraper watch'", [id]),
  ).toEqual([
    {
      status: "FAILED",
      details: { errors: [expect.stringMatching(/the stream broke.* The watch is retried\./)] },
    },
  ]);
  await write(id, { spec: { schedule: "@never", things: [entry("cluster")] } });
  await until(
    () => ended,
    (count) => count === 1,
  );
  expect(starts).toBe(3);
});

test("a watch restarts when a plugin changes", async () => {
  sources.set(
    "watching",
    listed(() => []),
  );
  let starts = 0;
  watched.set("watching", async function* (run) {
    starts += 1;
    yield { document: { id: `w${starts}` } };
    await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
  });
  const id = await create("watching", { retention: { staleItemAge: "keep" }, things: [entry("watching")] });
  const aliases = async () =>
    (
      await ask<{ external_id: string[] }>("select external_id from config_items where scraper_id = $1 order by name", [
        id,
      ])
    ).map(({ external_id }) => external_id.join(" "));
  await until(aliases, (all) => all.join() === "w1");
  await ask("insert into scrape_plugins (name, spec, source) values ('watched', $1, 'UI')", [
    JSON.stringify({ aliases: [{ values: ["plugin/{{.name}}"] }] }),
  ]);
  await until(aliases, (all) => all.join() === "w1,w2 plugin/w2");
  await ask("update scrape_plugins set deleted_at = now() where name = 'watched'");
  expect(await until(aliases, (all) => all.length === 3)).toEqual(["w1", "w2 plugin/w2", "w3"]);
});
