// Tests Quarterdeck resources in a cluster: they are created in the database, and updated and deleted with the
// resources that a scraper finds.
import { afterAll, expect, test } from "vitest";
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testDatabase, testLog } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { scraperManifestsWith } from "../manifests/scraper-manifests.ts";
import { defineScraper, type ScraperKind } from "../scrape/scraper-kind.ts";
import type { Scraped } from "../scrape/found.ts";
import { scrapingWith } from "../scraping.ts";
import { scraperEntry } from "../spec/entry.ts";
import { runScraper } from "./run-scraper.ts";
import { endSyncedResources, syncResources } from "./crd-sync.ts";

let found: Scraped[] = [];
const objects = defineScraper({
  type: "objects",
  title: "Objects",
  icon: "box",
  spec: scraperEntry({}),
  async *scrape(_, { fail }) {
    yield* found;
    if (found.some(({ id }) => id === "lost")) fail("The rest is missing.");
  },
});
const { spec, kindNamed } = scrapingWith([objects] as readonly unknown[] as readonly ScraperKind[]);
const { databases } = await testDatabase();
const system: System & { stop(): Promise<void> } = await runSystem(databases, {
  around: { manifests: [scraperManifestsWith(spec)] },
});
afterAll(() => system.stop());

const object = (name: string, written: object, more: object = {}): Scraped => ({
  id: name,
  type: "MissionControl::ScrapeConfig",
  document: {
    apiVersion: "configs.flanksource.com/v1",
    kind: "ScrapeConfig",
    metadata: { name, namespace: "shop", uid: "x", managedFields: [{}], ...more },
    spec: written,
    status: { lastRun: {} },
  },
});

const ask = async (statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Record<string, unknown>>(statement, values)).rows;
const rows = () =>
  ask(
    "select namespace || '/' || name as name, source, spec from config_scrapers where source like 'CRDSync:%' and deleted_at is null order by 1",
  );

test("resources that are found are created, updated and deleted, and an unreadable resource does not affect the others", async () => {
  const written = { schedule: "@never", crdSync: true, objects: [{}] };
  const [row] = await ask(
    "insert into config_scrapers (name, spec, source) values ('cluster', $1, 'UI') returning id",
    [written],
  );
  const id = row!["id"] as string;
  const scraper = {
    id,
    name: "cluster",
    namespace: "ops",
    agentId: localAgent,
    spec: written,
    trust: "operator",
  } as const;
  let deleted = 0;
  const run = async () => {
    const options = { signal: new AbortController().signal, scrubber: createScrubber(), log: testLog, kindNamed };
    const { errors } = await runScraper(system, scraper, options);
    const synced = await syncResources(system, scraper, { isWhole: errors.length === 0 });
    deleted = synced.deleted;
    return synced.errors;
  };
  const resource = (name: string, expected: object) => ({
    name: `shop/${name}`,
    source: `CRDSync:${id}`,
    spec: expected,
  });

  found = [object("a", { schedule: "@daily" }), object("b", { schedule: "@hourly" })];
  expect(await run()).toEqual([]);
  expect(await rows()).toEqual([resource("a", { schedule: "@daily" }), resource("b", { schedule: "@hourly" })]);
  expect(await ask("select count(*)::int as n from scraper_turns")).toEqual([{ n: 2 }]);

  found = [object("a", { schedule: "@weekly" }), object("b", { schedule: "often" })];
  expect(await run()).toEqual([expect.stringMatching(/^ScrapeConfig shop\/b: spec\.schedule /)]);
  expect(await rows()).toEqual([resource("a", { schedule: "@weekly" }), resource("b", { schedule: "@hourly" })]);

  // An incomplete run deletes nothing.
  found = [object("lost", { schedule: "@daily" })];
  expect(await run()).toEqual([expect.stringMatching(/^ScrapeConfig shop\/b: /)]);
  expect((await rows()).map(({ name }) => name)).toEqual(["shop/a", "shop/b", "shop/lost"]);
  expect(deleted).toBe(0);
  found = [object("a", { schedule: "@weekly" })];
  expect(await run()).toEqual([]);
  expect(await rows()).toEqual([resource("a", { schedule: "@weekly" })]);
  expect(deleted).toBe(2);

  // A document without a readable name may belong to any of the resources.
  found = [{ ...object("a", {}), document: { apiVersion: "configs.flanksource.com/v1", metadata: { name: "a" } } }];
  expect(await run()).toEqual([expect.stringContaining("ScrapeConfig: ")]);
  expect(await rows()).toEqual([resource("a", { schedule: "@weekly" })]);

  expect(await endSyncedResources(system)).toBe(0);
  expect(await rows()).toHaveLength(1);
  await ask("update config_scrapers set spec = spec - 'crdSync' where id = $1", [id]);
  expect(await endSyncedResources(system)).toBe(1);
  expect(await rows()).toEqual([]);
});
