// How fast checks go through the whole path, from the probe to the row, the summary and the event, one after the other without a
// pause: against bare probes through the same way out.
import { once } from "node:events";
import type { ProbeOrder } from "./bare-probes.ts";
import { compare, type Bench } from "./bench.ts";
import { forkBeside, pause, startWithChecks } from "./check-product.ts";

const checks = 5_000;
/** As many as find room in the product: ten a host. */
const atOnce = 1_000;

export const checksThrough: Bench = {
  name: "checks-through",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks({ checks, schedule: "@every 6h", profileFolder, progress });
    const bare = forkBeside("bare-probes.ts");
    const urls = Array.from({ length: checks }, (_, n) => product.urlOf(n));
    try {
      const ours = async () => {
        const before = product.cpu();
        const begun = performance.now();
        const [start] = await product.ask<{ at: string }>(
          "with due as (update check_turns set due_at = now() where schedule = '@every 6h' returning 1) select now()::text as at, count(*) from due",
        );
        const ran =
          "select count(*)::int as ran from checks where last_runtime >= $1::timestamptz and name like 'check %'";
        while ((await product.ask<{ ran: number }>(ran, [start!.at]))[0]!.ran < checks) await pause(20);
        const ms = performance.now() - begun;
        const after = product.cpu();
        const each = (kind: "node" | "postgres") => ((after[kind] - before[kind]) / checks).toFixed(2);
        const rate = (checks / ms) * 1_000;
        progress(
          `through ${Math.round(rate)} a second; each ${each("node")} ms of Node, ${each("postgres")} ms of PostgreSQL`,
        );
        return rate;
      };
      const reference = async () => {
        bare.send({ urls, atOnce } satisfies ProbeOrder);
        const [rate] = (await once(bare, "message")) as [number];
        progress(`bare ${Math.round(rate)} a second`);
        return rate;
      };
      const unhealthy = async () =>
        (
          await product.ask<{ n: number }>(
            "select count(*)::int as n from check_statuses s join checks c on c.id = s.check_id where not coalesce(s.status, false) and c.name like 'check %'",
          )
        )[0]!.n;
      const row = await compare({
        name: "5,000 http checks through the whole path ÷ bare probes",
        ours,
        reference,
        atLeast: 0.5,
        rounds: quick ? 3 : 9,
        unit: "checks/s",
      });
      const bad = await unhealthy();
      if (bad > 0) throw new Error(`${bad} runs did not pass, and failures are quick.`);
      return [row];
    } finally {
      bare.kill();
      await product.stop();
    }
  },
};
