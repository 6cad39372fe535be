import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { ChangesPage, ChangesQuery, Histogram } from "../../contract.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });
const config = (number: number) => idOf("config", number);

const post = (path: string, body: unknown, who: Someone) => who.ask(`/api/catalog/${path}`, { method: "POST", body });

async function changes(body: ChangesQuery, who: Someone = viewer): Promise<ChangesPage> {
  const answer = await post("changes", body, who);
  expect({ body, status: answer.status, text: answer.text }).toMatchObject({ body, status: 200 });
  return answer.body as ChangesPage;
}

const year = { from: "now-365d" };
/** Returns the numbers of the found changes. The summary of change n is the number n (see below). */
const found = async (body: ChangesQuery, who: Someone = viewer) =>
  (await changes({ ...year, sort_by: "-created_at", page_size: 1000, ...body }, who)).changes
    .map(({ summary }) => Number(summary))
    .sort((a, b) => a - b);
const all = Array.from({ length: 12 }, (_, at) => at + 1);

// Change n happened n days ago to config item 1 + (n mod 12): change 12 to cluster 1, change 1 to namespace 2, change 4
// to pod 5, and so on.
beforeAll(async () => {
  await sql`delete from config_changes where change_type like 'Notification%'`.execute(db);
  for (const n of all)
    await sql`update config_changes
              set    summary = ${String(n)}, source = ${n % 2 === 0 ? "kubernetes" : "aws, the cloud"},
                     severity = ${["info", "low", "medium", "high", "critical", null][n % 6]},
                     created_at = now() - ${n} * interval '1 day', count = ${n},
                     first_observed = now() - ${n + 1} * interval '1 day',
                     external_created_by = ${n % 3 === 0 ? "kubectl" : null},
                     created_by = ${n % 3 === 1 ? viewer.id : null}
              where  id = ${idOf("change", n)}`.execute(db);
});

test("DA-102 a page lists changes with their items", async () => {
  const { changes: page, total, summary } = await changes({ ...year, page_size: 3 });
  expect({ total, summary }).toEqual({ total: 12, summary: { diff: 1, Deployment: 1, Scaling: 1 } });
  expect(page[2]).toEqual({
    id: idOf("change", 3),
    config_id: config(4),
    name: "namespace-4",
    type: "Kubernetes::Namespace",
    tags: { cluster: "north", namespace: "ns-1" },
    agent_id: "00000000-0000-0000-0000-000000000000",
    path: config(1),
    external_change_id: "event-3",
    change_type: "diff",
    severity: "high",
    source: "aws, the cloud",
    summary: "3",
    created_at: expect.any(String),
    inserted_at: expect.any(String),
    first_observed: expect.any(String),
    count: 3,
    external_created_by: "kubectl",
  });
  expect(page[0]!.created_by).toBe(viewer.id);
});

test("a request without filters returns the last two days", async () => {
  expect(await changes({})).toMatchObject({ total: 1, changes: [{ summary: "1" }] });
  expect(await changes({ to: "now-11d/d" })).toMatchObject({ total: expect.any(Number) });
  expect(await changes({ type: "Nothing" })).toEqual({ summary: {}, total: 0, changes: [] });
});

describe("DA-102 changes are filtered", () => {
  test.each<[ChangesQuery, readonly number[]]>([
    [{ config_type: "Kubernetes::Namespace" }, [1, 2, 3]],
    [{ config_type: "*::namespace,Kubernetes::Cluster" }, [1, 2, 3, 12]],
    [{ config_type: "!Kubernetes::Pod" }, [1, 2, 3, 12]],
    [{ type: "diff" }, [3, 6, 9, 12]],
    [{ type: "!diff,!Deployment" }, [2, 5, 8, 11]],
    [{ type: "D*" }, [1, 3, 4, 6, 7, 9, 10, 12]],
    [{ severity: "critical" }, [4, 10]],
    [{ severity: "medium" }, [2, 3, 4, 8, 9, 10]],
    [{ severity: "Info" }, [1, 2, 3, 4, 6, 7, 8, 9, 10, 12]],
    [{ severity: "!info" }, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]],
    [{ severity: "all" }, all],
    [{ source: "kubernetes" }, [2, 4, 6, 8, 10, 12]],
    [{ source: encodeURIComponent("aws, the cloud") }, [1, 3, 5, 7, 9, 11]],
    [{ source: "!kube*" }, [1, 3, 5, 7, 9, 11]],
    [{ summary: "1*" }, [1, 10, 11, 12]],
    [{ created_by: "kubectl" }, [3, 6, 9, 12]],
    [{ created_by: "!kubectl" }, [1, 2, 4, 5, 7, 8, 10, 11]],
    [{ external_created_by: "KUBECTL" }, [3, 6, 9, 12]],
    [{ agent_id: "local" }, all],
    [{ agent_id: idOf("agent", 1) }, []],
    [{ tags: "namespace=ns-1" }, [1, 2, 3]],
    [{ tags: "cluster=north,namespace notin (ns-1, ns-2)" }, [4, 6, 7, 9, 10, 12]],
    [{ tags: "nobody" }, []],
    [{ labels: "app=app-1" }, [3, 6, 9, 12]],
    [{ from: "now-84h" }, [1, 2, 3]],
    [{ from: "now-84h", to: "now-36h" }, [2, 3]],
    [{ from: null, to: "now-252h" }, [11, 12]],
    [{ from: null, from_inserted_at: "now-1h" }, all],
    [{ from: null, to_inserted_at: "now-1h" }, []],
    [{ id: config(5), recursive: "none" }, [4]],
    [{ id: `${config(5)},${config(6)}` }, [4, 5]],
    [{ id: `!${config(5)},!${config(6)}` }, [1, 2, 3, 6, 7, 8, 9, 10, 11, 12]],
    [{ id: "type=namespace" }, [1, 2, 3]],
    [{ id: "name=pod-5" }, [4]],
    [{ id: "nothing-is-called-this" }, []],
    [{ config_type: "Kubernetes::Pod", severity: "medium", type: "!diff", tags: "namespace!=ns-2" }, [4, 10]],
  ])("filters by %j", async (query, numbers) => {
    expect(await found(query)).toEqual(numbers);
  });

  test("filters by the user who made the changes", async () => {
    expect(await found({ created_by: viewer.id })).toEqual([1, 4, 7, 10]);
    expect(await found({ created_by: `!${viewer.id}` })).toEqual([2, 3, 5, 6, 8, 9, 11, 12]);
  });
});

describe("the changes of an item include the changes of the items around it", () => {
  test.each<[ChangesQuery, readonly number[]]>([
    [{}, [3, 4, 7, 10]],
    [{ recursive: "downstream" }, [3, 4, 7, 10]],
    [{ recursive: "upstream" }, [3, 12]],
    [{ recursive: "all" }, [3, 4, 5, 7, 10, 12]],
    [{ recursive: "all", depth: 1 }, [3, 4, 7, 10, 12]],
    [{ recursive: "downstream", soft: true }, [3, 4, 5, 7, 10, 12]],
    [{ recursive: "none" }, [3]],
    [{ recursive: "downstream", type: "Deployment" }, [4, 7, 10]],
  ])("finds the changes for %j", async (query, numbers) => {
    expect(await found({ id: config(4), ...query })).toEqual(numbers);
  });
});

test("CA-20 changes of deleted items are only returned on request", async () => {
  await sql`update config_items set deleted_at = now() where id = ${config(8)}`.execute(db);
  try {
    expect(await found({ config_type: "*Pod" })).toEqual([4, 5, 6, 8, 9, 10, 11]);
    expect(await found({ config_type: "*Pod", include_deleted_configs: true })).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await found({})).toEqual(all.filter((number) => number !== 7));
    expect(await found({ include_deleted_configs: true })).toEqual(all);
    expect(await found({ tags: "cluster=north" })).toEqual(all.filter((number) => number !== 7));
    expect(await found({ tags: "cluster=north", include_deleted_configs: true })).toEqual(all);
    const { changes: changesOfItem } = await changes({ ...year, id: config(8), include_deleted_configs: true });
    expect(changesOfItem).toMatchObject([{ deleted_at: expect.any(String) }]);
  } finally {
    await sql`update config_items set deleted_at = null where id = ${config(8)}`.execute(db);
  }
});

test("pages are consecutive in the requested order", async () => {
  const page = async (query: ChangesQuery) =>
    (await changes({ ...year, ...query })).changes.map(({ summary }) => Number(summary));
  expect(await page({ page_size: 5 })).toEqual([1, 2, 3, 4, 5]);
  expect(await page({ page_size: 5, page: 3 })).toEqual([11, 12]);
  expect(await page({ page: 9 })).toEqual([]);
  expect(await page({ sort_by: "created_at", page_size: 3 })).toEqual([12, 11, 10]);
  expect(await page({ sort_by: "-count", page_size: 3 })).toEqual([12, 11, 10]);
  expect(await page({ sort_by: "severity", page_size: 2 })).toEqual(expect.arrayContaining([6, 12]));
  for (const sort of ["name", "type", "change_type", "summary", "source", "first_observed", "-severity", "-name"])
    expect((await page({ sort_by: sort })).toSorted((a, b) => a - b)).toEqual(all);
  expect(await page({ sort_by: "name", config_type: "*Namespace" })).toEqual([1, 2, 3]);
});

test("a page beyond the last page still has the total", async () => {
  for (const more of [{}, { config_type: "*Pod" }, { tags: "cluster=north" }]) {
    const { total } = await changes({ ...year, ...more });
    expect(total).toBeGreaterThan(0);
    expect(await changes({ ...year, ...more, page: 9 })).toEqual({ summary: {}, total, changes: [] });
  }
});

test("GET accepts the fields of the body as query parameters", async () => {
  const { status, body } = await viewer.ask(
    `/api/catalog/changes?from=now-365d&config_type=*Pod&page_size=2&page=2&include_deleted_configs=true&recursive=none`,
  );
  expect([status, body]).toMatchObject([200, { total: 8, changes: [{ summary: "6" }, { summary: "7" }] }]);
  for (const [query, message] of [
    ["page=none", "query.page"],
    ["colour=red", "query.colour: unknown field"],
    ["soft=perhaps", "query.soft"],
  ] as const) {
    const answer = await viewer.ask(`/api/catalog/changes?${query}`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
  }
});

test("long values are shortened for the index and found by their beginning", async () => {
  // Uses distinct characters, because an index could compress repeated characters.
  const long = Array.from({ length: 5_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join(
    "",
  );
  await sql`insert into config_changes (id, config_id, change_type, source, summary)
            values (${idOf("change", 80)}, ${config(5)}, ${`type ${long}`}, ${`source ${long}`}, '80')`.execute(db);
  try {
    expect(await found({ source: "source *" })).toEqual([80]);
    await sql`update config_changes set source = ${`other ${long}`} where id = ${idOf("change", 80)}`.execute(db);
    expect(await found({ source: "other *" })).toEqual([80]);
    const { rows } = await sql<{ type: number; source: number }>`
      select length(change_type) as type, length(source) as source from config_changes where id = ${idOf("change", 80)}`.execute(
      db,
    );
    expect(rows).toEqual([{ type: 300, source: 300 }]);
  } finally {
    await sql`delete from config_changes where id = ${idOf("change", 80)}`.execute(db);
  }
});

describe("the histogram counts the changes of the page", () => {
  const histogram = async (body: unknown, who = viewer) => {
    const answer = await post("changes/histogram", body, who);
    expect({ body, status: answer.status, text: answer.text }).toMatchObject({ body, status: 200 });
    return answer.body as Histogram;
  };

  test("splits the range into the requested number of buckets with round durations, by severity", async () => {
    const { buckets, total, bucket_seconds, from, to } = await histogram({ from: "now-13d", to: "now", buckets: 20 });
    expect({ total, bucket_seconds }).toEqual({ total: 12, bucket_seconds: 86_400 });
    expect(buckets.length).toBeLessThanOrEqual(20);
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    expect(buckets[0]!.time).toBe(from);
    expect(Date.parse(buckets.at(-1)!.time)).toBeLessThanOrEqual(Date.parse(to));
    for (const { count, severities } of buckets)
      expect(Object.values(severities).reduce((sum, value) => sum + value, 0)).toBe(count);
    const kinds = buckets.flatMap(({ severities }) => Object.entries(severities));
    const sumOf = (kind: string) => kinds.filter(([name]) => name === kind).reduce((sum, [, count]) => sum + count, 0);
    expect(["info", "low", "medium", "high", "critical", "none"].map(sumOf)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test("the total of the histogram equals the total of the list for all filters and ranges", async () => {
    for (const query of [
      {},
      { from: "now-365d" },
      { from: null, to: "now" },
      { from: "now-10y" },
      { from: "now-1m" },
    ]) {
      for (const buckets of [1, 7, 60, 300]) {
        const filters = { type: "!diff", config_type: "*Pod", ...query };
        const { total } = await changes(filters);
        const answer = await histogram({ ...filters, buckets });
        expect(answer.total).toBe(total);
        expect(answer.buckets.length).toBeLessThanOrEqual(Math.max(buckets, 2));
        expect(answer.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      }
    }
    expect(await histogram({ from: null, to: "now", type: "nothing" })).toMatchObject({ total: 0 });
  });
});

test("limited users find only the changes of visible items", async () => {
  const byTag = await person({
    rules: [{ action: "read", object_selector: { configs: [{ tagSelector: "namespace=ns-1" }] } }],
  });
  const byName = await person({
    rules: [{ action: "read", object_selector: { configs: [{ name: "pod-5" }] } }],
  });
  const byId = await person({ rules: [{ action: "read", config_id: config(6) }] });
  for (const [who, numbers] of [
    [byTag, [1, 2, 3]],
    [byName, [4]],
    [byId, [5]],
  ] as const) {
    expect(await found({}, who)).toEqual(numbers);
    expect((await changes({ ...year, page_size: 1 }, who)).total).toBe(numbers.length);
    // Items that are only connected through an invisible item are not found.
    expect(await found({ id: config(1), recursive: "all" }, who)).toEqual([]);
    expect((await post("changes/histogram", year, who)).body).toMatchObject({ total: numbers.length });
  }
  // Rules that apply to groups, a rule that does not, and additional filters give the same result as checking each
  // change.
  const rule = (object_selector: Readonly<Record<string, Json>>, deny = false) => ({
    action: "read",
    ...(deny ? { deny } : {}),
    object_selector,
  });
  for (const rights of [
    { rules: [rule({ configs: [{ types: ["Kubernetes::Namespace"] }] })] },
    {
      rules: [
        rule({ configs: [{ namespace: "ns-2", types: ["Kubernetes::Pod"] }, { tagSelector: "namespace=ns-1" }] }),
      ],
    },
    { rules: [rule({ configs: [{ labelSelector: "app=app-1" }] })] },
    { roles: ["viewer"], rules: [rule({ configs: [{ tagSelector: "namespace=ns-1" }] }, true)] },
    { roles: ["viewer"], rules: [rule({ configs: [{ name: "pod-5" }] }, true)] },
  ] as const) {
    const who = await person(rights);
    const rows = (await who.ask("/config_changes?select=summary,config:config_items(type,tags)")).body as {
      summary: string;
      config: { type: string; tags: Record<string, string> };
    }[];
    const numbers = (fits: (row: (typeof rows)[number]) => boolean) =>
      rows
        .filter(fits)
        .map(({ summary }) => Number(summary))
        .sort((a, b) => a - b);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(12);
    expect(await found({}, who)).toEqual(numbers(() => true));
    expect(await found({ include_deleted_configs: true, sort_by: "name" }, who)).toEqual(numbers(() => true));
    expect(await found({ config_type: "*Pod" }, who)).toEqual(numbers(({ config: { type } }) => type.endsWith("Pod")));
    expect(await found({ tags: "namespace=ns-2" }, who)).toEqual(
      numbers(({ config: { tags } }) => tags["namespace"] === "ns-2"),
    );
    expect((await changes({ ...year, tags: "namespace=ns-2" }, who)).total).toBe(
      numbers(({ config: { tags } }) => tags["namespace"] === "ns-2").length,
    );
  }
  const nobody = await person();
  for (const path of ["changes", "changes/histogram"]) expect((await post(path, {}, nobody)).status).toBe(403);
});

describe("an invalid request returns the reason", () => {
  test.each([
    [{ from: "soon" }, 'body.from: "soon" is not a valid time.'],
    [{ from: "now", to: "now-1d" }, "body.from: must be before to"],
    [{ from_inserted_at: "now", to_inserted_at: "now-1d" }, "body.from_inserted_at: must be before to_inserted_at"],
    [{ severity: "awful" }, "body.severity: must be one of info, warning"],
    [{ sort_by: "details" }, "body.sort_by: must be one of name"],
    [{ sort_by: "constructor" }, "body.sort_by: must be one of name"],
    [{ tags: "a b" }, "body.tags: Write a label selector like"],
    [{ agent_id: "somebody" }, "body.agent_id: must be local"],
    [{ recursive: "sideways" }, "body.recursive: must be downstream, upstream, all or none"],
    [{ page: 0 }, "body.page: must be at least 1"],
    [{ page_size: 5000 }, "body.page_size: must be at most 1000"],
    [{ depth: 99 }, "body.depth: must be at most 10"],
    [{ id: "colour=red" }, "Unknown field colour."],
    [{ colour: "red" }, "body.colour: unknown field"],
  ])("rejects %j", async (body, message) => {
    const answer = await post("changes", body, viewer);
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, expect.stringContaining(message)]);
  });

  test("random requests get a result or an error with a reason", async () => {
    const chance = chanceOf(61);
    const alphabet = [
      "a",
      "=",
      "*",
      "!",
      ",",
      "%",
      "%00",
      "\0",
      "\ud800",
      "'",
      '"',
      "$1",
      "(",
      ")",
      " ",
      "now",
      "-1d",
      "/d",
      "9",
      "in",
      "config.",
      "id",
      "type",
      "{}",
      "\\",
      "|",
      config(5),
    ];
    const word = () => chance.text(alphabet, 6);
    const names = [
      "id",
      "config_type",
      "type",
      "summary",
      "source",
      "created_by",
      "agent_id",
      "severity",
      "tags",
      "labels",
      "from",
      "to",
      "from_inserted_at",
      "sort_by",
      "recursive",
    ];
    const statuses = new Set<number>();
    for (let n = 0; n < 500; n += 1) {
      const body = Object.fromEntries(
        chance.times(chance.between(1, 3), () => [
          chance.pick(names),
          chance.pick([word(), word(), word(), null, 7, []]),
        ]),
      );
      if (chance.next() < 0.2) body["page"] = chance.pick([1, 1_000_000, -1, 1.5, "2"]);
      statuses.add((await post(chance.pick(["changes", "changes/histogram"]), body, viewer)).status);
    }
    expect(statuses).toEqual(new Set([200, 400]));
  });
});
