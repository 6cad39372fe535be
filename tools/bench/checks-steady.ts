// Runs ten thousand checks a minute while one target in twenty hangs for ten seconds. Measures how late the checks
// start, how much CPU time they take, and whether a run is missed.
import { shareOf } from "#lib/time/cadence.ts";
import { atMost, type Bench, type Row } from "./bench.ts";
import { pause, startWithChecks } from "./check-product.ts";
import { residentMegabytes } from "./process-figures.ts";

const checks = 10_000;
const periodMs = 60_000;

export const checksSteady: Bench = {
  name: "checks-steady",
  async run({ quick, profileFolder, progress }) {
    const isHanging = (n: number) => n % 20 === 7;
    const product = await startWithChecks({ checks, schedule: "@every 60s", isHanging, profileFolder, progress });
    try {
      // Moves each check to its position in the schedule, as if it had always run.
      await toTheGrid(product.ask);
      const onTheGrid = new Date();
      // Lets the hanging checks of the first minute start as well.
      await pause(5_000);
      const minutes = quick ? 1 : 5;
      const startedAt = Date.now();
      const before = product.cpu();
      const memory: number[] = [];
      while (Date.now() < startedAt + minutes * periodMs) {
        await pause(5_000);
        memory.push(residentMegabytes(product.pid));
      }
      const after = product.cpu();
      const elapsed = Date.now() - startedAt;
      // A hanging check is recorded when it ends.
      await pause(12_000);
      const rows = await product.ask<{ id: string; at: number; lost: boolean }>(
        `select s.check_id as id, extract(epoch from s.time)::float8 * 1000 as at, s.could_not_check as lost
         from   check_statuses s join checks c on c.id = s.check_id
         where  c.name like 'check %' and s.time > $1`,
        [onTheGrid],
      );
      // Runs are selected by due time, because some runs at the edges start in the next period.
      const until = startedAt + minutes * periodMs;
      const runs = rows.filter(({ id, at }) => at - lagOf(id, at) >= startedAt && at - lagOf(id, at) < until);
      const places = new Set(
        runs.filter(({ lost }) => !lost).map(({ id, at }) => `${id} ${Math.round(at - lagOf(id, at))}`),
      );
      const lags = runs.map(({ id, at }) => lagOf(id, at)).toSorted((a, b) => a - b);
      const p99 = lags[Math.floor(lags.length * 0.99)]!;
      const missed = checks * minutes - places.size;
      const share = (kind: "node" | "postgres") => ((after[kind] - before[kind]) / elapsed) * 100;
      const figures: Row[] = [
        atMost(
          "p99 of how late checks start",
          p99,
          250,
          "ms",
          `half within ${lags[lags.length >> 1]!.toFixed(0)} ms, the latest ${lags.at(-1)!.toFixed(0)} ms`,
        ),
        atMost("runs that were missed", missed, 0, "", `${runs.length.toLocaleString("en")} runs in ${minutes} min`),
        atMost(
          "of one core",
          share("node") + share("postgres"),
          60,
          "%",
          `Node ${share("node").toFixed(1)} %, PostgreSQL ${share("postgres").toFixed(1)} %`,
        ),
        atMost("memory of Node", Math.max(...memory), 400, "MB"),
      ];
      return figures;
    } finally {
      await product.stop();
    }
  },
};

/** Timers may fire slightly early. */
function lagOf(id: string, at: number): number {
  const lag = (((at - shareOf(id) * periodMs) % periodMs) + periodMs) % periodMs;
  return lag > periodMs / 2 ? lag - periodMs : lag;
}

async function toTheGrid(ask: <R extends object>(sql: string, values?: unknown[]) => Promise<R[]>): Promise<void> {
  const turns = await ask<{ id: string }>("select id from check_turns where schedule = '@every 60s'");
  const from = Date.now() + 3_000;
  const due = turns.map(({ id }) => {
    const phase = shareOf(id) * periodMs;
    return new Date(phase + Math.ceil((from - phase) / periodMs) * periodMs);
  });
  await ask(
    `update check_turns t set due_at = g.due_at from unnest($1::uuid[], $2::timestamptz[]) as g (id, due_at)
     where t.id = g.id and t.lease is null`,
    [turns.map(({ id }) => id), due],
  );
}
