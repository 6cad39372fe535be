// Measures response times of the catalog on a seeded estate: milliseconds through HTTP with row policies, for a person
// who sees all rows and for a person limited to some rows. A query that only computes is measured as well, to show the
// current speed of the machine.
import { atMost, median, type Bench, type Row } from "./bench.ts";
import { startOnEstate, type DataProduct } from "./data-estate.ts";
import { milliseconds } from "./data-times.ts";
import { tokenOf } from "./estate-people.ts";
import { posted, request } from "./generator.ts";
import { openWire, type Wire } from "./wire.ts";

interface Question {
  name: string;
  /** The threshold in milliseconds, for the median unless `worst` is set. */
  bar: number;
  worst?: boolean;
  /** Whether only people with a role may call the route; then the person limited to rows is not measured. */
  needsRole?: boolean;
  ask: readonly Asked[];
}

interface Asked {
  path: string;
  body?: object;
  counted?: boolean;
}

export const catalog: Bench = {
  name: "catalog",
  async run({ quick, profileFolder, progress }) {
    const product = await startOnEstate({ quick, profileFolder, progress });
    try {
      return await measureCatalog(product, { quick, progress });
    } finally {
      await product.stop();
    }
  },
};

async function measureCatalog(
  product: DataProduct,
  { quick, progress }: { quick: boolean; progress: (text: string) => void },
): Promise<Row[]> {
  const questions = await questionsOf(product);
  // Runs the jobs that would otherwise run in the first minutes after loading: they delete old rows, update the
  // counters and vacuum.
  await product.ask("delete from config_items where deleted_at < now() - interval '7 days'");
  for (const upkeep of ["age_config_change_tallies", "merge_config_change_notes", "refresh_config_groups"])
    await product.ask(`select ${upkeep}()`);
  await product.ask(
    "vacuum (analyze) config_changes, config_items, config_groups, config_item_groups, config_change_tallies, config_search, config_lines",
  );
  const wire = openWire("127.0.0.1", product.port);
  try {
    const rounds = quick ? 7 : 25;
    const rows: Row[] = [];
    for (const who of ["everything", "scoped"] as const) {
      const headers = { authorization: `Bearer ${await tokenOf(product, who)}` };
      for (const question of questions.filter(({ needsRole }) => who === "everything" || !needsRole))
        rows.push(await measure(question, { who, headers, wire, product, rounds, progress }));
    }
    return rows;
  } finally {
    wire.close();
  }
}

const listed =
  "configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&deleted_at=is.null&limit=50";

const sought = ["checkout gateway", "redis", "payments prod", "crashloop", "eu-west"];

async function questionsOf({ ask }: DataProduct): Promise<Question[]> {
  const firstOf = async (sql: string) => Object.values((await ask(sql))[0] ?? {})[0] as string;
  const pod = await firstOf(
    "select id from config_items where type = 'Kubernetes::Pod' and deleted_at is null order by name limit 1",
  );
  const cluster = await firstOf("select tags ->> 'cluster' from config_items order by id limit 1");
  const hub = await makeHub(ask);
  const summary = { groupBy: ["type"], changes: { since: "30d" }, analysis: { since: "30d" }, cost: "30d" };
  const changes = { recursive: "none", include_deleted_configs: false, page_size: 50, sort_by: "-created_at" };
  const search = (words: string): Asked[] => [
    {
      path: `/api/db/rpc/search_configs?search=${encodeURIComponent(words)}&select=id,name,type,health,tags&deleted_at=is.null&limit=50`,
    },
    { path: "/api/resources/search", body: { limit: 20, closest: true, configs: [{ agent: "all", search: words }] } },
  ];
  const histogram = (from: string): Asked => ({
    path: "/api/catalog/changes/histogram",
    body: { from, to: "now", buckets: 80, include_deleted_configs: false },
  });
  return [
    { name: "summary by type", bar: 40, ask: [{ path: "/api/catalog/summary", body: summary }] },
    {
      name: "summary by type and namespace",
      bar: 40,
      ask: [{ path: "/api/catalog/summary", body: { ...summary, groupBy: ["type", "namespace"] } }],
    },
    {
      name: "list of a type",
      bar: 20,
      ask: ["Kubernetes::Pod", "Kubernetes::Deployment"].map((type) => ({
        path: `/api/db/${listed}&type=eq.${type}&order=type,name.asc`,
        counted: true,
      })),
    },
    {
      name: "list of everything, what changed last first",
      bar: 200,
      ask: [{ path: `/api/db/${listed}&order=updated_at.desc,name,id`, counted: true }],
    },
    { name: "detail", bar: 10, ask: [{ path: `/api/db/config_detail?id=eq.${pod}&select=*` }] },
    {
      name: "changes, three filters",
      bar: 60,
      worst: true,
      ask: [
        {
          ...changes,
          config_type: "Kubernetes::Pod,Kubernetes::Deployment",
          type: "!diff",
          severity: "low",
          from: "now-2d",
          to: "now",
        },
        {
          ...changes,
          config_type: "Kubernetes::Pod",
          tags: `cluster=${cluster}`,
          severity: "medium",
          from: "now-7d",
          to: "now",
        },
        { ...changes, type: "BackOff,Killing", severity: "low", source: "kubernetes*", from: "now-7d", to: "now" },
      ].map((body) => ({ path: "/api/catalog/changes", body })),
    },
    { name: "histogram of changes, 30 days", bar: 200, ask: [histogram("now-30d")] },
    { name: "histogram of changes, a year", bar: 200, ask: [histogram("now-365d")] },
    {
      name: "facets and label keys",
      bar: 30,
      needsRole: true,
      ask: [
        "config_types",
        "config_tags",
        "config_labels",
        "config_tags_labels_keys",
        "config_statuses",
        "change_types",
      ].map((view) => ({ path: `/api/db/${view}` })),
    },
    {
      name: "related to depth 10, of 10,000",
      bar: 150,
      ask: [
        {
          path: `/api/db/rpc/related_configs_recursive?config_id=${hub}&include_deleted_configs=false&max_depth=10&type_filter=outgoing&outgoing_relation=both&limit=2001`,
        },
      ],
    },
    {
      name: "full-text search",
      bar: 50,
      worst: true,
      ask: sought.flatMap(search),
    },
    {
      name: "list searched for words and parts of names",
      bar: 200,
      worst: true,
      ask: sought.map((words) => ({
        path: `/api/db/rpc/configs_mentioning?search=${encodeURIComponent(words)}&${listed.slice(listed.indexOf("?") + 1)}&order=name,id`,
        counted: true,
      })),
    },
  ];
}

/**
 * Creates an item with 10,000 related items, four levels deep. They have their own type, so that other relationships of
 * the estate are not counted.
 */
async function makeHub(ask: DataProduct["ask"]): Promise<string> {
  const [known] = await ask<{ id: string }>("select id from config_items where type = 'Bench::Hub'");
  if (known) return known.id;
  const [hub] = await ask<{ id: string }>(
    "insert into config_items (type, config_class, name, tags) select 'Bench::Hub', 'Hub', 'hub', tags from config_items order by id limit 1 returning id",
  );
  await ask(
    `with made as (
       insert into config_items (type, config_class, name, health, status, tags, labels)
       select 'Bench::Spoke', 'Spoke', 'spoke-' || n, 'healthy', 'Running', h.tags, '{"team": "bench"}'
       from   generate_series(1, 10000) n, config_items h where h.id = $1
       returning id, name
     ),
     numbered as (select id, substr(name, 7)::integer as n from made)
     insert into config_relationships (config_id, related_id, relation)
     select case when c.n <= 20 then $1 else p.id end, c.id, 'Leads'
     from   numbered c
     left   join numbered p on p.n = c.n / 20`,
    [hub!.id],
  );
  return hub!.id;
}

async function measure(
  { name, bar, worst = false, ask }: Question,
  {
    who,
    headers,
    wire,
    product,
    rounds,
    progress,
  }: {
    who: string;
    headers: Record<string, string>;
    wire: Wire;
    product: DataProduct;
    rounds: number;
    progress: (text: string) => void;
  },
): Promise<Row> {
  const times: number[] = [];
  const yardstick: number[] = [];
  for (let round = -2; round < rounds; round += 1)
    for (const { path, body, counted } of ask) {
      const host = `127.0.0.1:${product.port}`;
      const asked = body
        ? posted(path, headers, host, JSON.stringify(body))
        : request(path, { ...headers, ...(counted ? { prefer: "count=exact" } : {}) }, host, { encoded: false });
      const ms = await milliseconds(async () => {
        const { status, body: answer } = await wire.ask(asked);
        if (status >= 300) throw new Error(`${path}: ${status} ${answer.toString()}`);
      });
      if (round >= 0) times.push(ms);
      if (round >= 0 && yardstick.length < 9)
        yardstick.push(await milliseconds(() => product.ask("select sum(n) from generate_series(1, 200000) n")));
    }
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  const unit = median(yardstick);
  const note = `p50 ${median(times).toFixed(1)}, p95 ${p95.toFixed(1)} ms; ${(median(times) / unit).toFixed(2)} × a sum of 200,000 numbers (${unit.toFixed(1)} ms)`;
  progress(`${who}: ${name}: ${note}`);
  return atMost(
    `catalog: ${name}${who === "scoped" ? ", limited to rows" : ""}`,
    worst ? p95 : median(times),
    bar,
    "ms",
    note,
  );
}
