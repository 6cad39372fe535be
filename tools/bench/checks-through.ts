// Measures the throughput of checks without pauses, from the probe to the stored row, the summary and the event,
// compared with bare probes that use Node's fetch(). The note also shows the rate of Outbound alone: it is several
// times as fast as fetch(), so most of the cost of a check is storing its result.
import { once } from "node:events";
import type { ProbeOrder } from "./bare-probes.ts";
import { compare, median, type Bench } from "./bench.ts";
import { forkBeside, pause, startWithChecks } from "./check-product.ts";

const checks = 5_000;
/** A higher concurrency did not make the references faster. */
const atOnce = 128;
/** Passes per round: a single pass of two seconds is too short on a shared machine. */
const passes = 3;

export const checksThrough: Bench = {
  name: "checks-through",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks({ checks, schedule: "@every 6h", profileFolder, progress });
    const bare = forkBeside("bare-probes.ts");
    const urls = Array.from({ length: checks }, (_, n) => product.urlOf(n));
    try {
      const pass = async () => {
        const before = product.cpu();
        const startedAt = performance.now();
        const [start] = await product.ask<{ at: string }>(
          "with due as (update check_turns set due_at = now() where schedule = '@every 6h' returning 1) select now()::text as at, count(*) from due",
        );
        // A turn is removed in the transaction that records its run, so counting turns is a cheap way to count runs.
        const isLeft = "select exists (select from check_turns where due_at <= $1::timestamptz) as yes";
        while ((await product.ask<{ yes: boolean }>(isLeft, [start!.at]))[0]!.yes) await pause(10);
        const ms = performance.now() - startedAt;
        const after = product.cpu();
        const each = (kind: "node" | "postgres") => ((after[kind] - before[kind]) / checks).toFixed(2);
        const rate = (checks / ms) * 1_000;
        progress(
          `through ${Math.round(rate)} a second; each ${each("node")} ms of Node, ${each("postgres")} ms of PostgreSQL`,
        );
        return rate;
      };
      /** Returns the rate over a whole round. */
      const rateOver = async (rateOfPass: () => Promise<number>) => {
        let seconds = 0;
        for (let n = 0; n < passes; n += 1) seconds += checks / (await rateOfPass());
        return (passes * checks) / seconds;
      };
      const ours = () => rateOver(pass);
      const bareRate = async (by: ProbeOrder["by"]) => {
        bare.send({ urls, atOnce, by } satisfies ProbeOrder);
        const [rate] = (await once(bare, "message")) as [number];
        progress(`bare, by ${by}: ${Math.round(rate)} a second`);
        return rate;
      };
      const wayOut: number[] = [];
      const reference = async () => {
        wayOut.push(await bareRate("way out"));
        return rateOver(() => bareRate("fetch"));
      };
      const unhealthy = async () =>
        (
          await product.ask<{ n: number }>(
            "select count(*)::int as n from check_statuses s join checks c on c.id = s.check_id where not coalesce(s.status, false) and c.name like 'check %'",
          )
        )[0]!.n;
      const row = await compare({
        name: "5,000 http checks through the whole path ÷ bare fetch()",
        ours,
        reference,
        atLeast: 0.5,
        rounds: quick ? 3 : 9,
        unit: "checks/s",
      });
      const bad = await unhealthy();
      if (bad > 0) throw new Error(`${bad} runs did not pass; the figures are invalid, because failures are fast.`);
      const alone = Math.round(median(wayOut.slice(-(quick ? 3 : 9)))).toLocaleString("en");
      return [{ ...row, note: `${row.note}; our way out alone: ${alone} probes/s` }];
    } finally {
      bare.kill();
      await product.stop();
    }
  },
};
