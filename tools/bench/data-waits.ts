// Measures response times on a seeded database: an exact count with a page at a high offset among a million changes, an
// embed of three levels, the same rows for a person limited to some rows, and every query that the screens send.
import type pg from "pg";
import { estateWords, scaleQueries } from "../../tests/scale/queries.ts";
import { median, type Bench, type Row } from "./bench.ts";
import { startOnEstate, type DataProduct } from "./data-estate.ts";
import { statementOf } from "./data-statement.ts";
import { compareTimes, milliseconds } from "./data-times.ts";
import { clusterOf, tokenOf } from "./estate-people.ts";
import { request } from "./generator.ts";
import { openWire, type Wire } from "./wire.ts";

const counted =
  "config_changes?select=id,config_id,change_type,severity,source,summary,created_at&severity=in.(medium,high)&source=eq.kubernetes/kubelet&created_at=gt.{60 days ago}&order=created_at.desc&limit=50&offset=5000";
const embedded =
  "incidents?select=id,incident_id,title,hypotheses(id,title,status,evidences(id,type,description,created_by(id,name,avatar)))&order=created_at.desc&limit=50";

/** The hand-written statement that returns these three levels as JSON. */
const byHand = `
  select coalesce(json_agg(i), '[]')::text as body
  from   (
           select i.id, i.incident_id, i.title,
                  (
                    select coalesce(json_agg(h), '[]')
                    from   (
                             select h.id, h.title, h.status,
                                    (
                                      select coalesce(json_agg(e), '[]')
                                      from   (
                                               select e.id, e.type, e.description,
                                                      (select row_to_json(p) from (select p.id, p.name, p.avatar from people p where p.id = e.created_by) p) as created_by
                                               from   evidences e
                                               where  e.hypothesis_id = h.id
                                             ) e
                                    ) as evidences
                             from   hypotheses h
                             where  h.incident_id = i.id
                           ) h
                  ) as hypotheses
           from   incidents i
           order  by i.created_at desc
           limit  50
         ) i`;

export const dataWaits: Bench = {
  name: "data-waits",
  async run({ quick, profileFolder, progress }) {
    const product = await startOnEstate({ quick, profileFolder, progress });
    try {
      const client = await product.plainClient();
      const rounds = quick ? 3 : 9;
      const since = encodeURIComponent(new Date(Date.now() - 60 * 86_400_000).toISOString());
      const page = counted.replace("{60 days ago}", since);
      const statement = await statementOf(client, page, "count=exact");
      const rows: Row[] = [
        await compareTimes({
          name: "exact count, 3 filters, order, offset 5,000 ÷ the same SQL prepared",
          ours: () => get(product, page, { prefer: "count=exact" }),
          reference: () => client.query({ name: "counted", ...statement }),
          atMost: 1.3,
          rounds,
          times: 5,
        }),
        await compareTimes({
          name: "embed of three levels, 50 rows ÷ SQL by hand",
          ours: () => get(product, embedded),
          reference: () => client.query({ name: "by hand", text: byHand }),
          atMost: 1.5,
          rounds,
          times: 40,
        }),
      ];
      rows.push(...(await rowScoped(product, { rounds, progress })));
      rows.push(await everyQuery(product, client, { rounds: quick ? 3 : 5, progress }));
      return rows;
    } finally {
      wire?.close();
      wire = undefined;
      await product.stop();
    }
  },
};

/**
 * Sends the same requests as two people: one can see all rows, and the other only the rows of one cluster, because of a
 * rule on tags.
 */
async function rowScoped(
  product: DataProduct,
  { rounds, progress }: { rounds: number; progress: (text: string) => void },
): Promise<Row[]> {
  const everything = { authorization: `Bearer ${await tokenOf(product, "everything")}` };
  const scoped = { authorization: `Bearer ${await tokenOf(product, "scoped")}` };
  const total = async (headers: Record<string, string>) => {
    const answer = await fetch(`${product.url}/api/db/configs?limit=1&select=id`, {
      headers: { ...headers, prefer: "count=exact" },
    });
    return Number(answer.headers.get("content-range")?.split("/")[1]);
  };
  const seen = await total(scoped);
  if (!(seen > 100)) throw new Error(`The person limited to rows sees ${seen} rows.`);
  progress(`the person limited to rows sees ${seen} of ${await total(everything)} config items`);
  const rows: Row[] = [];
  const cluster = `tags->>cluster=eq.${encodeURIComponent(await clusterOf(product))}`;
  const newest = "config_changes?select=id,config_id,change_type,created_at";
  for (const [name, path] of [
    ["50 config items by name", `configs?select=id,name,type,health,tags,changes&${cluster}&order=name&limit=50`],
    // The first request returns the same rows to both; the second returns the newest visible rows of each. For the
    // limited person the query must skip hidden rows.
    ["50 newest changes of a cluster", `${newest},configs!inner(id)&configs.${cluster}&order=created_at.desc&limit=50`],
    ["50 newest changes", `${newest}&order=created_at.desc&limit=50`],
    ["checks of a page", "check_summary?select=id,name,status,uptime,latency&order=name&limit=50"],
  ] as const)
    rows.push(
      await compareTimes({
        name: `${name}, limited to rows ÷ not limited`,
        ours: () => get(product, path, scoped),
        reference: () => get(product, path, everything),
        atMost: 2,
        rounds,
        times: 20,
      }),
    );
  return rows;
}

/** Requests a path with the administrator account, unless the headers authenticate another person. */
async function get(product: DataProduct, path: string, headers: Record<string, string> = {}): Promise<void> {
  const who = headers["authorization"] ? headers : { cookie: product.cookie, ...headers };
  const asked = request(`/api/db/${encodePath(path)}`, who, `127.0.0.1:${product.port}`, { encoded: false });
  wire ??= openWire("127.0.0.1", product.port);
  const { status, body } = await wire.ask(asked);
  if (status >= 300) throw new Error(`${path}: ${status} ${body.toString()}`);
}

let wire: Wire | undefined;

/** Encodes spaces and similar characters in the same way as a browser. */
const encodePath = (path: string) => path.replaceAll(/[^\x21-\x7e]|["<>`{}]/g, (found) => encodeURIComponent(found));

/**
 * Measures the milliseconds of each query that the screens send. A query that only computes is measured as well, to
 * show the current speed of the machine.
 */
async function everyQuery(
  product: DataProduct,
  client: pg.Client,
  { rounds, progress }: { rounds: number; progress: (text: string) => void },
): Promise<Row> {
  const words = await estateWords(async (sql) => Object.values((await product.ask(sql))[0] ?? {})[0]);
  const calibration = () => milliseconds(() => client.query("select sum(n) from generate_series(1, 200000) n"));
  const yardstick: number[] = [];
  const found: { ms: number; path: string }[] = [];
  for (const { path, counted: withCount = false } of scaleQueries) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const ms = await milliseconds(() => get(product, words(path), withCount ? { prefer: "count=exact" } : {}));
      if (round > 0) times.push(ms);
    }
    yardstick.push(await calibration());
    found.push({ ms: median(times), path });
  }
  const unit = median(yardstick);
  progress(`calibration: ${unit.toFixed(1)} ms for a sum of 200,000 numbers`);
  for (const { ms, path } of found.toSorted((a, b) => b.ms - a.ms))
    progress(`${ms.toFixed(1).padStart(8)} ms ${(ms / unit).toFixed(2).padStart(7)} ×  ${path.slice(0, 150)}`);
  const slowest = found.toSorted((a, b) => b.ms - a.ms)[0]!;
  return {
    name: `${found.length} queries of the screens`,
    figure: `${median(found.map(({ ms }) => ms)).toFixed(1)} ms`,
    bar: "",
    verdict: "no verdict",
    note: `slowest ${slowest.ms.toFixed(1)} ms; a sum of 200,000 numbers takes ${unit.toFixed(1)} ms`,
  };
}
