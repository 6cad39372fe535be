// Measures the cost of a check with 2,000 http checks every second, each with a JSON assertion. This is more than one
// process can run. The CPU time of each stored result is compared with a bare loop (bare-checks.ts) in the same run,
// because CPU time depends on the load of the machine. A run that was missed because this process was too late does not
// count.
//
// The first results after a start cost more. Measured on a busy machine: in the first 3 s the main thread took 1.6 ms
// for each and the compiler and garbage collector threads of V8 0.9 ms, after 12 s 1.0 and 0.3 ms, after 15 s 0.8 and
// 0.2 ms. PostgreSQL took 0.3 to 0.8 ms, and without a trend in a second run. So the likely cause is that the code is
// interpreted at first, and that V8 compiles it on the cores that run the checks.
import { once } from "node:events";
import { clientConfig } from "#server/db/pool.ts";
import type { BareOrder } from "./bare-checks.ts";
import { atMost, median, type Bench } from "./bench.ts";
import { forkBeside, pause, startWithChecks } from "./check-product.ts";

const checks = 2_000;
const windowMs = 10_000;

export const checksCost: Bench = {
  name: "checks-cost",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks({
      checks,
      schedule: "@every 1s",
      path: () => "json",
      spec: { test: { expr: "json.status == 'UP'" } },
      profileFolder,
      progress,
    });
    const urls = Array.from({ length: checks }, (_, n) => product.urlOf(n));
    const stored =
      "select count(*)::int as n from check_statuses where time > $1 and time <= $2 and not could_not_check";
    const ours = async () => {
      const [from, before] = [new Date(), product.cpu()];
      await pause(windowMs);
      const [until, after] = [new Date(), product.cpu()];
      const [counted] = await product.ask<{ n: number }>(stored, [from, until]);
      const each = (kind: "node" | "postgres") => (after[kind] - before[kind]) / counted!.n;
      const rate = counted!.n / ((until.getTime() - from.getTime()) / 1_000);
      progress(
        `${Math.round(rate)} results a second; each ${each("node").toFixed(2)} ms of Node, ${each("postgres").toFixed(2)} ms of PostgreSQL`,
      );
      return { node: each("node"), postgres: each("postgres"), rate };
    };
    const bare = async () => {
      const [{ detail }] = (await product.ask<{ detail: string }>(
        "select details::text as detail from check_statuses s join checks c on c.id = s.check_id where c.name = 'check 0' limit 1",
      )) as [{ detail: string }];
      const loop = forkBeside("bare-checks.ts");
      const connection = clientConfig(product.connection, "bench");
      loop.send({ urls, atOnce: 32, rounds: quick ? 2 : 5, connection, detail } satisfies BareOrder);
      const [node] = (await once(loop, "message")) as [number];
      loop.kill();
      progress(`bare loop: each ${node.toFixed(2)} ms of Node`);
      return node;
    };
    try {
      const rounds = quick ? 3 : 9;
      const figures = [];
      for (let n = 0; n < rounds; n += 1) figures.push({ ...(await ours()), bare: await bare() });
      const [unhealthy] = await product.ask<{ n: number }>(
        "select count(*)::int as n from check_statuses s join checks c on c.id = s.check_id where s.status = false and c.name like 'check %'",
      );
      if (unhealthy!.n > 0)
        throw new Error(`${unhealthy!.n} runs did not pass; the figures are invalid, because failures are fast.`);
      const node = median(figures.map((figure) => figure.node));
      const postgres = median(figures.map((figure) => figure.postgres));
      const rate = median(figures.map((figure) => figure.rate));
      return [
        atMost(
          "CPU time of Node for each result ÷ bare loop",
          median(figures.map((figure) => figure.node / figure.bare)),
          1,
          "×",
          `${node.toFixed(2)} ms; ${Math.round(rate)} results a second`,
        ),
        atMost("CPU time of PostgreSQL for each result", postgres, 0.3, "ms"),
      ];
    } finally {
      await product.stop();
    }
  },
};
