// Runs twelve manifests in the format of the reference engines against real servers, and compares every stored row
// field by field.
import type { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filled } from "../support/filled-manifest.ts";
import { fieldsOf, functionsIn } from "../support/manifest-functions.ts";
import { canaryRows } from "../manifests/reference/rows/canaries.ts";
import { scraperRows } from "../manifests/reference/rows/scrapers.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { manifestsIn, startReference, type Reference } from "./reference-sources.ts";

const families = ["canaries", "scrapers"] as const;
const manifests = families.flatMap((family) => manifestsIn(family).map((file) => ({ family, ...file })));

test("there are six canaries and six scrapers, each of a different kind", () => {
  for (const family of families)
    expect(new Set(manifestsIn(family).map(({ kind, document }) => (kind in document.spec ? kind : ""))).size).toBe(6);
});

test.each(manifests)("$family/$kind has at least eight fields and three functions", ({ kind, document: { spec } }) => {
  expect(fieldsOf(spec, kind).length).toBeGreaterThanOrEqual(8);
  expect(functionsIn(spec).size).toBeGreaterThanOrEqual(3);
});

describeWithServers("reference manifests", () => {
  let reference: Reference;
  let ids: Record<(typeof families)[number], ReadonlyMap<string, string>>;
  const warnings: unknown[] = [];
  beforeAll(async () => {
    reference = await startReference();
    // Scrapers run first, because checks refer to their items.
    const scrapers = await reference.runScrapers();
    const canaries = await reference.runCanaries();
    warnings.push(...scrapers.warnings, ...canaries.warnings);
    ids = { scrapers: scrapers.ids, canaries: canaries.ids };
  });
  afterAll(() => reference?.stop());

  test("the manifests do not cause warnings about their fields or in their runs", async () => {
    expect(warnings).toEqual([]);
    const jobs = await reference.ask<{ status: string; error_count: number; details: Details | null }>(
      "select status, error_count, details from job_history",
    );
    expect(jobs).toHaveLength(6);
    for (const { status, error_count, details } of jobs) {
      expect({ status, error_count }).toEqual({ status: "SUCCESS", error_count: 0 });
      expect(details).toEqual({ scrape_summary: expect.objectContaining({ warnings: [], orphaned_changes: [] }) });
    }
  });

  test.each(manifestsIn("canaries"))("the canary $kind stores the expected rows", async ({ kind, document }) => {
    const { ask, places } = reference;
    const expected = canaryRows(reference)[kind]!;
    const id = ids.canaries.get(kind)!;
    const [canary] = await ask(
      "select name, namespace, labels, annotations, spec, source, agent_id, deleted_at from canaries where id = $1",
      [id],
    );
    expect(canary).toEqual({
      ...expected.canary,
      spec: withTexts(filled(document.spec, places), expected.sealed),
      source: `file:canaries/${kind}.yaml`,
      agent_id: "00000000-0000-0000-0000-000000000000",
      deleted_at: null,
    });
    const checks = await ask<{ id: string; name: string; check: object; runs: Run[]; configs: string[] }>(checkRows, [
      id,
    ]);
    expect(checks.map(({ name }) => name)).toEqual(expected.checks.map(({ check }) => check["name"]));
    for (const [index, { check, run, configs = [], artifacts = {} }] of expected.checks.entries()) {
      const found = checks[index]!;
      expect(found.check).toEqual(check);
      const { duration, ...rest } = found.runs[0]!;
      expect(found.runs).toHaveLength(1);
      expect({ ...rest, ...("duration" in run && { duration }) }).toEqual(run);
      expect(duration).toBeGreaterThanOrEqual(0);
      expect(found.configs).toEqual(configs);
      const kept = await ask<{ filename: string; content: Buffer }>(
        "select a.filename, string_agg(b.content, ''::bytea order by b.number) as content from artifacts a join artifact_chunks b on b.artifact_id = a.id where a.check_id = $1 group by a.filename",
        [found.id],
      );
      expect(Object.fromEntries(kept.map(({ filename, content }) => [filename, content.toString()]))).toEqual(
        artifacts,
      );
    }
  });

  test.each(manifestsIn("scrapers"))("the scraper $kind stores the expected rows", async ({ kind, document }) => {
    const { ask, places } = reference;
    const expected = scraperRows(reference)[kind]!;
    const id = ids.scrapers.get(kind)!;
    const [scraper] = await ask(
      "select name, namespace, spec, source, agent_id, deleted_at from config_scrapers where id = $1",
      [id],
    );
    expect(scraper).toEqual({
      ...expected.scraper,
      spec: withTexts(filled(document.spec, places), expected.sealed),
      source: `file:scrapers/${kind}.yaml`,
      agent_id: "00000000-0000-0000-0000-000000000000",
      deleted_at: null,
    });
    const [job] = await ask<{ details: Details }>("select details from job_history where resource_id = $1", [id]);
    expect(job!.details.scrape_summary.config_types).toEqual(expected.summary);
    expect((await ask(itemRows, [id])).map(({ row }) => row)).toEqual(expected.items);
    expect((await ask(changeRows, [id])).map(({ row }) => row)).toEqual(expected.changes ?? []);
    expect((await ask(insightRows, [id])).map(({ row }) => row)).toEqual(expected.insights ?? []);
    expect((await ask(edgeRows, [id])).map(({ edge }) => edge)).toEqual(expected.edges ?? []);
  });
});

interface Details {
  scrape_summary: { config_types: object; warnings: unknown[] };
}

type Run = Record<string, unknown> & { duration: number };

/** Times of the run itself are replaced by "now". */
const time = (column: string) =>
  `case when ${column} > now() - interval '1 hour' then 'now' else to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;

const checkRows = `
  select c.id, c.name,
         jsonb_build_object('type', c.type, 'name', c.name, 'namespace', c.namespace, 'description', c.description, 'icon', c.icon,
           'labels', c.labels, 'owner', c.owner, 'severity', c.severity, 'status', c.status, 'transformed', c.transformed,
           'interval_seconds', c.interval_seconds) as check,
         (select jsonb_agg(jsonb_build_object('status', s.status, 'invalid', s.invalid, 'could_not_check', s.could_not_check,
            'in_maintenance', s.in_maintenance, 'severity', s.severity, 'message', s.message, 'error', s.error, 'details', s.details,
            'metrics', s.metrics, 'duration', s.duration)) from check_statuses s where s.check_id = c.id) as runs,
         array(select i.name from check_config_relationships r join config_items i on i.id = r.config_id
               where r.check_id = c.id and r.deleted_at is null order by i.name) as configs
  from   checks c where c.canary_id = $1 order by c.transformed, c.name`;

const itemRows = `
  select jsonb_build_object('type', i.type, 'config_class', i.config_class, 'name', i.name, 'external_id', i.external_id,
           'status', i.status, 'health', i.health, 'ready', i.ready, 'description', i.description, 'icon', i.icon, 'source', i.source,
           'labels', i.labels, 'tags', i.tags, 'properties', i.properties, 'config', i.config, 'cost_per_minute', i.cost_per_minute,
           'deleted_at', i.deleted_at, 'created_at', ${time("i.created_at")},
           'parent', (select p.name from config_items p where p.id = i.parent_id),
           'locations', array(select l.location from config_locations l where l.id = i.id order by 1)) as row
  from   config_items i where i.scraper_id = $1 order by i.type, i.name`;

const changeRows = `
  select jsonb_build_object('item', i.name, 'external_change_id', c.external_change_id, 'change_type', c.change_type,
           'severity', c.severity, 'source', c.source, 'summary', c.summary, 'details', c.details,
           'external_created_by', c.external_created_by, 'count', c.count, 'created_at', ${time("c.created_at")}) as row
  from   config_changes c join config_items i on i.id = c.config_id
  where  i.scraper_id = $1 order by i.name, c.external_change_id`;

const insightRows = `
  select jsonb_build_object('item', i.name, 'analyzer', a.analyzer, 'analysis_type', a.analysis_type, 'severity', a.severity,
           'summary', a.summary, 'message', a.message, 'status', a.status, 'source', a.source) as row
  from   config_analysis a join config_items i on i.id = a.config_id where a.scraper_id = $1 order by i.name`;

const edgeRows = `
  select f.name || ' -> ' || t.name || ': ' || r.relation as edge
  from   config_relationships r join config_items f on f.id = r.config_id join config_items t on t.id = r.related_id
  where  r.scraper_id = $1 and r.deleted_at is null order by 1`;

/** Returns the document with these values at the dotted paths. */
function withTexts(document: unknown, texts: Readonly<Record<string, unknown>>): unknown {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const [path, value] of Object.entries(texts)) {
    const names = path.split(".");
    const last = names.pop()!;
    const holder = names.reduce<Record<string, unknown>>((held, name) => held[name] as Record<string, unknown>, copy);
    holder[last] = value;
  }
  return copy;
}
