// Tests scraper schedules, and the reasons for stopping a run.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { entry, listed, runScrapers, type Source } from "#tests/support/running-scrapers.ts";
import { until } from "#tests/support/running-system.ts";
import { RateLimited } from "../scrape/scraper-kind.ts";
import { endSome } from "./end-scrapers.ts";

const { system, job, sources, ask, create, write, runsOf, finishedRun, again, itemsOf, present } = await runScrapers(
  (await testDatabase()).databases,
);

/** Returns a source that never ends and does not react to the abort. */
function hanging(): { source: Source; started: Promise<void> } {
  const started = Promise.withResolvers<void>();
  const source: Source = async function* () {
    yield { document: { id: "a" } };
    started.resolve();
    await new Promise(() => {});
  };
  return { source, started: started.promise };
}

test("a scraper with a rate limit does not run until the limit is reset", async () => {
  const reset = new Date(Date.now() + 3_600_000);
  let requests = 0;
  sources.set("limited", async function* () {
    requests += 1;
    yield* [];
    throw new RateLimited(reset);
  });
  const id = await create("limited", { things: [entry("limited")] });
  expect((await finishedRun(id)).details).toMatchObject({ rate_limit_reset: reset.toISOString() });
  await again(id);
  // Other due scrapers run in the meantime.
  sources.set(
    "other",
    listed(() => []),
  );
  await finishedRun(await create("other", { things: [entry("other")] }));
  expect(requests).toBe(1);
  // A changed scraper runs immediately.
  await write(id, { spec: { things: [entry("limited")], schedule: "@every 2h" } });
  await finishedRun(id, 2);
  expect(requests).toBe(2);
});

test("an edited scraper stops and runs again, and a deleted scraper stops and its items are deleted", async () => {
  const first = hanging();
  sources.set("edited", first.source);
  const id = await create("edited", { things: [entry("edited")] });
  await first.started;
  sources.set(
    "better",
    listed(() => [{ id: "b" }]),
  );
  await write(id, { spec: { things: [entry("better")] } });
  await finishedRun(id, 2);
  expect((await runsOf(id)).map(({ status, details }) => [status, details?.errors])).toEqual([
    ["STOPPED", ["The scraper was changed while it ran, so this run was stopped. It runs again unless it was paused."]],
    ["SUCCESS", undefined],
  ]);
  expect(await present(id)).toEqual(["b"]);

  const second = hanging();
  sources.set("deleted", second.source);
  await write(id, { spec: { things: [entry("deleted")] } });
  await second.started;
  await write(id, { deleted_at: new Date().toISOString() });
  expect(await finishedRun(id, 3)).toMatchObject({
    status: "STOPPED",
    details: { errors: ["The scraper was deleted while it ran, so this run was stopped."] },
  });
  while ((await endSome(system)) > 0);
  expect(await itemsOf(id)).toEqual([expect.objectContaining({ name: "b", delete_reason: "SCRAPER_DELETED" })]);
});

test("the timeout stops the source; the found items are saved, and nothing is deleted", async () => {
  const { source } = hanging();
  sources.set("slow", source);
  const id = await create("slow", { timeout: "1s", things: [entry("slow")] });
  expect(await finishedRun(id)).toMatchObject({
    status: "WARNING",
    success_count: 1,
    error_count: 1,
    // The message contains the timeout. A message about a missing response would wrongly suggest a network problem.
    details: { errors: [expect.stringMatching(/^things 1: The run took longer than 1 s and was stopped\..+timeout/)] },
  });
  expect(await present(id)).toEqual(["a"]);
});

test("a paused scraper does not run, and a property sets the default schedule", async () => {
  sources.set(
    "paused",
    listed(() => []),
  );
  const id = await create("paused", { schedule: "@never", things: [entry("paused")] });
  expect(await ask("select * from scraper_turns where scraper_id = $1", [id])).toEqual([]);
  await ask("insert into properties (name, value) values ('scrapers.default.schedule', '@every 5s')");
  await write(id, { spec: { things: [entry("paused")] } });
  await finishedRun(id);
  const [turn] = await until(
    () =>
      ask<{ seconds: number }>(
        "select extract(epoch from due_at - now())::float8 as seconds from scraper_turns where scraper_id = $1 and not is_changed",
        [id],
      ),
    (rows) => rows.length === 1,
  );
  // The interval is at least 29 s.
  expect(turn!.seconds).toBeGreaterThan(5);
  expect(turn!.seconds).toBeLessThan(45);
  await ask("delete from properties where name = 'scrapers.default.schedule'");
});

test("a scraper has one run at a time across all processes", async () => {
  let [running, max, count] = [0, 0, 0];
  sources.set("alone", async function* () {
    running += 1;
    count += 1;
    max = Math.max(max, running);
    await until(() => count > 1 || running > 1, Boolean, 400).catch(() => {});
    running -= 1;
    yield { document: { id: "a" } };
  });
  const id = await create("alone", { things: [entry("alone")] });
  await until(
    () => running,
    (now) => now === 1,
  );
  // The scraper becomes due again while it runs.
  await again(id);
  expect(await system.jobs.send(system.db.system, job, { scraper_id: id })).toBeNull();
  await finishedRun(id);
  expect(max).toBe(1);
});
