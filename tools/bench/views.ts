// Measures a view over 100,000 config items with a merge and four panels: its refresh, cached responses, and the
// number of refreshes that 50 readers cause.
import { atMost, median, type Bench, type Row } from "./bench.ts";
import type { DataProduct } from "./data-estate.ts";
import { startOnEstate } from "./data-estate.ts";
import { milliseconds } from "./data-times.ts";

const spec = {
  cache: { minAge: "1ms", maxAge: "1h", refreshTimeout: "60s" },
  queries: {
    items: { configs: { agent: "all", limit: 100_000 } },
    recent: { changes: { agent: "all", search: "created_at>now-24h", limit: 5_000 } },
  },
  merge: `select i.type, json_extract(i.tags, '$.cluster') as cluster, count(*) as items, sum(i.health = 'unhealthy') as unhealthy,
                 sum(i.cost_total_30d) as cost, max(i.updated_at) as changed, coalesce(sum(r.changes), 0) as changes
          from   items i left join (select config_id, count(*) as changes from recent group by 1) r on r.config_id = i.id
          group  by 1, 2 order by items desc`,
  columns: [
    { name: "type", type: "string", primaryKey: true },
    { name: "cluster", type: "string", primaryKey: true, filter: { type: "multiselect" } },
    { name: "items", type: "number" },
    { name: "unhealthy", type: "gauge", gauge: { min: 0, max: "row.items" } },
    { name: "share", type: "decimal" },
    { name: "changes", type: "number" },
    { name: "changed", type: "datetime" },
  ],
  mapping: { share: "100.0 * double(row.unhealthy) / double(row.items)" },
  panels: [
    { name: "Items", type: "number", query: "select count(*) as value from items" },
    { name: "Health", type: "piechart", query: "select health as label, count(*) as value from items group by 1" },
    {
      name: "Types",
      type: "bargauge",
      query: "select type as label, count(*) as value from items group by 1 order by 2 desc limit 10",
    },
    {
      name: "Cost",
      type: "table",
      query: "select type as label, sum(cost_total_30d) as value from items group by 1 order by 2 desc limit 10",
    },
  ],
};

const path = "/api/view/default/bench";

interface Answer {
  lastRefreshedAt: string;
  responseSource: string;
  errors: { message: string }[];
  panels: { rows: { value: number }[] }[];
}

export const views: Bench = {
  name: "views",
  async run({ quick, profileFolder, progress }) {
    progress(`${quick ? "10,000" : "100,000"} config items, a merge and four panels`);
    const product = await startOnEstate({ quick, profileFolder, progress });
    try {
      return await measure(product, { quick, progress });
    } finally {
      await product.stop();
    }
  },
};

async function measure(
  product: DataProduct,
  { quick, progress }: { quick: boolean; progress: (text: string) => void },
): Promise<Row[]> {
  await product.ask("delete from views where name = 'bench'");
  await product.ask("insert into views (name, namespace, spec, source) values ('bench', 'default', $1, 'UI')", [spec]);
  const read = async (maxAge?: number): Promise<Answer> => {
    const headers = { cookie: product.cookie, ...(maxAge !== undefined && { "cache-control": `max-age=${maxAge}` }) };
    const answer = await fetch(product.url + path, { headers });
    const body = (await answer.json()) as Answer;
    if (!answer.ok || body.errors.length > 0) throw new Error(`${answer.status} ${JSON.stringify(body).slice(0, 500)}`);
    return body;
  };
  const items = (await read()).panels[0]!.rows[0]!.value;
  progress(`${items.toLocaleString("en")} config items`);
  const refreshes: number[] = [];
  for (let round = -1; round < (quick ? 3 : 7); round += 1) {
    const took = await milliseconds(() => read(0));
    progress(`refresh ${took.toFixed(0)} ms`);
    if (round >= 0) refreshes.push(took);
  }
  const cached: number[] = [];
  for (let round = -20; round < (quick ? 50 : 200); round += 1) {
    const took = await milliseconds(() => read());
    if (round >= 0) cached.push(took);
  }
  // The version of the view changes, so that no data are cached.
  await product.ask(
    "update views set spec = jsonb_set(spec, '{display}', '{\"title\": \"Bench\"}') where name = 'bench'",
  );
  const readers = await Promise.all(Array.from({ length: 50 }, () => read()));
  const times = new Set(readers.map(({ lastRefreshedAt }) => lastRefreshedAt)).size;
  const p95 = cached.toSorted((a, b) => a - b)[Math.floor(cached.length * 0.95)]!;
  return [
    atMost("view: refresh over 100,000 config items", median(refreshes), 2_000, "ms"),
    atMost("view: cached response, p95", p95, 15, "ms"),
    atMost("view: refreshes that 50 readers cause", times, 1, ""),
  ];
}
