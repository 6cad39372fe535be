// Measures a check that ran every minute for thirty days: a page of its history with the exact count, and its graph.
// Both are compared with hand-written SQL.
import type { Bench, Row } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";
import { statementOf } from "./data-statement.ts";
import { compareTimes } from "./data-times.ts";
import { request } from "./generator.ts";
import { openWire } from "./wire.ts";

const runs = 43_200;

/** Selects buckets, uptime and latencies of the last thirty days. */
const graphByHand = `
  with runs as (
    select time, status, duration from check_statuses where check_id = $1 and time >= $2 and time < $3
  )
  select (
           select json_agg(b order by b.time)
           from   (
                    select date_bin('145 minutes', time, 'epoch') as time, bool_and(status) as status, avg(duration) as duration,
                           count(*) filter (where status) as passed, count(*) filter (where not status) as failed
                    from   runs
                    group  by 1
                  ) b
         ) as status,
         (select percentile_disc(array[0.99, 0.97, 0.95]) within group (order by duration) from runs) as latency`;

export const checkHistory: Bench = {
  name: "check-history",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks(100, { profileFolder });
    const wire = openWire("127.0.0.1", product.port);
    try {
      progress(`a check with ${runs.toLocaleString("en")} runs, one a minute for thirty days`);
      await product.ask(
        "select make_check_status_partitions((now() - interval '31 days')::date, (now() + interval '1 day')::date)",
      );
      const [{ id }] = (await product.ask<{ id: string }>("select id from checks order by id limit 1")) as [
        { id: string },
      ];
      await product.ask(
        `insert into check_statuses (check_id, time, status, duration, message)
         select $1, now() - n * interval '1 minute', n % 97 <> 0, 20 + n % 400, 'answered with 200'
         from   generate_series(1, $2::int) n`,
        [id, runs],
      );
      await product.ask("vacuum analyze check_statuses");
      const get =
        (path: string, headers: Record<string, string> = {}) =>
        async () => {
          const asked = request(path, { cookie: product.cookie, ...headers }, product.host, { encoded: false });
          const { status, body } = await wire.ask(asked);
          if (status >= 300) throw new Error(`${path}: ${status} ${body.toString()}`);
        };
      const client = await product.plainClient();
      const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
      const page = `check_statuses?check_id=eq.${id}&time=gt.${encodeURIComponent(since)}&order=time.desc&limit=50&offset=0`;
      const statement = await statementOf(client, page, "count=exact");
      const rounds = quick ? 3 : 9;
      const rows: Row[] = [
        await compareTimes({
          name: `history page of ${runs.toLocaleString("en")} runs ÷ the same SQL prepared`,
          ours: get(`/api/db/${page}`, { prefer: "count=exact" }),
          reference: () => client.query({ name: "history", ...statement }),
          atMost: 2,
          rounds,
          times: 5,
        }),
        await compareTimes({
          name: "graph of thirty days ÷ SQL by hand",
          ours: get(`/api/canary/api/graph?check=${id}&count=300&start=30d`),
          reference: () =>
            client.query({ name: "graph", text: graphByHand, values: [id, since, new Date().toISOString()] }),
          atMost: 2,
          rounds,
          times: 5,
        }),
      ];
      return rows;
    } finally {
      wire.close();
      await product.stop();
    }
  },
};
