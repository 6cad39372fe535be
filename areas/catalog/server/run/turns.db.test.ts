// When scrapers run, when they do not, and what ends a run.
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/database.ts";
import { entry, listed, runScrapers, type Source } from "../../../../tests/running-scrapers.ts";
import { until } from "../../../../tests/running-system.ts";
import { RateLimited } from "../scraper-kind.ts";
import { endSome } from "./end-scrapers.ts";

const { system, job, sources, ask, create, write, runsOf, finishedRun, again, itemsOf, present } = await runScrapers(
  (await testDatabase()).databases,
);

/** Hangs until its run is ended, whether it heeds that or not. */
function hanging(): { source: Source; begun: Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const source: Source = async function* () {
    yield { document: { id: "a" } };
    begun.resolve();
    await new Promise(() => {});
  };
  return { source, begun: begun.promise };
}

test("a source that wants to be left alone is", async () => {
  const reset = new Date(Date.now() + 3_600_000);
  let asked = 0;
  sources.set("limited", async function* () {
    asked += 1;
    yield* [];
    throw new RateLimited(reset);
  });
  const id = await create("limited", { things: [entry("limited")] });
  expect((await finishedRun(id)).details).toMatchObject({ rate_limit_reset: reset.toISOString() });
  await again(id);
  // Others that are due are run meanwhile.
  sources.set(
    "other",
    listed(() => []),
  );
  await finishedRun(await create("other", { things: [entry("other")] }));
  expect(asked).toBe(1);
  // Who changes it wants it tried.
  await write(id, { spec: { things: [entry("limited")], schedule: "@every 2h" } });
  await finishedRun(id, 2);
  expect(asked).toBe(2);
});

test("one that is edited while it runs stops at once and is run anew; one that is deleted stops, and its items go", async () => {
  const first = hanging();
  sources.set("edited", first.source);
  const id = await create("edited", { things: [entry("edited")] });
  await first.begun;
  sources.set(
    "better",
    listed(() => [{ id: "b" }]),
  );
  await write(id, { spec: { things: [entry("better")] } });
  await finishedRun(id, 2);
  expect((await runsOf(id)).map(({ status, details }) => [status, details?.errors])).toEqual([
    ["STOPPED", ["The scraper was changed while it ran, so this run was ended. It is run anew, unless it was paused."]],
    ["SUCCESS", undefined],
  ]);
  expect(await present(id)).toEqual(["b"]);

  const second = hanging();
  sources.set("deleted", second.source);
  await write(id, { spec: { things: [entry("deleted")] } });
  await second.begun;
  await write(id, { deleted_at: new Date().toISOString() });
  expect(await finishedRun(id, 3)).toMatchObject({
    status: "STOPPED",
    details: { errors: ["The scraper was deleted while it ran, so this run was ended."] },
  });
  while ((await endSome(system)) > 0);
  expect(await itemsOf(id)).toEqual([expect.objectContaining({ name: "b", delete_reason: "SCRAPER_DELETED" })]);
});

test("time that is up ends the source; what it told is kept, and nothing is deleted", async () => {
  const { source } = hanging();
  sources.set("slow", source);
  const id = await create("slow", { timeout: "1s", things: [entry("slow")] });
  expect(await finishedRun(id)).toMatchObject({
    status: "WARNING",
    success_count: 1,
    error_count: 1,
    // And not that nobody answers, which would send somebody looking for a firewall.
    details: { errors: [expect.stringMatching(/^things 1: It took longer than 1 s and was ended\..+timeout/)] },
  });
  expect(await present(id)).toEqual(["a"]);
});

test("one that is paused is not run by itself; the usual schedule is a property", async () => {
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
  // Never more often than every 29 s.
  expect(turn!.seconds).toBeGreaterThan(5);
  expect(turn!.seconds).toBeLessThan(45);
  await ask("delete from properties where name = 'scrapers.default.schedule'");
});

test("one run of a scraper at a time, however many processes there are", async () => {
  let [running, most, count] = [0, 0, 0];
  sources.set("alone", async function* () {
    running += 1;
    count += 1;
    most = Math.max(most, running);
    await until(() => count > 1 || running > 1, Boolean, 400).catch(() => {});
    running -= 1;
    yield { document: { id: "a" } };
  });
  const id = await create("alone", { things: [entry("alone")] });
  await until(
    () => running,
    (now) => now === 1,
  );
  // Due again while it runs, seen by both processes.
  await again(id);
  expect(await system.jobs.send(system.db.system, job, { scraper_id: id })).toBeNull();
  await finishedRun(id);
  expect(most).toBe(1);
});
