// Measures an agent at rest, and how fast it catches up with 10,000 results behind, compared with a batched INSERT of the
// same rows into the database of the server.
import { startServerWithAgent } from "./agent-product.ts";
import { atMost, compare, type Bench } from "./bench.ts";
import { pause } from "./check-product.ts";
import type { DataProduct } from "./data-estate.ts";
import { residentMegabytes } from "./process-figures.ts";

const behind = 10_000;
const batch = 1_000;

export const agentCatchUp: Bench = {
  name: "agent-catch-up",
  async run({ quick, profileFolder, progress }) {
    const { server, agent, stop } = await startServerWithAgent(profileFolder);
    try {
      progress("a minute at rest");
      await pause(60_000);
      const rest = residentMegabytes(agent.pid);
      const pushed = await createCheck(agent, "pushed");
      const inserted = await createCheck(server, "inserted");
      const known = "select exists (select from checks where id = $1) as yes";
      while (!(await server.ask<{ yes: boolean }>(known, [pushed]))[0]!.yes) await pause(100);
      const row = await compare({
        name: "10,000 results of an agent caught up ÷ batched INSERT",
        ours: async () => {
          const [first] = await agent.ask<{ from: string }>(
            `with stored as (insert into check_statuses (check_id, time, status, duration, message) ${results} returning time)
             select min(time)::text as from from stored`,
            [pushed, behind],
          );
          const startedAt = performance.now();
          const stored =
            "select count(*)::int as n from check_statuses where check_id = $1 and time >= $2::timestamptz";
          while ((await server.ask<{ n: number }>(stored, [pushed, first!.from]))[0]!.n < behind) await pause(20);
          const rate = (behind / (performance.now() - startedAt)) * 1_000;
          progress(`caught up with ${Math.round(rate)} results a second`);
          return rate;
        },
        reference: async () => {
          const startedAt = performance.now();
          for (let done = 0; done < behind; done += batch)
            await server.ask(`insert into check_statuses (check_id, time, status, duration, message) ${results}`, [
              inserted,
              batch,
            ]);
          return (behind / (performance.now() - startedAt)) * 1_000;
        },
        atLeast: 0.1,
        rounds: quick ? 3 : 9,
        unit: "results/s",
      });
      return [atMost("memory of an agent 60 s after its start", rest, 130, "MB"), row];
    } finally {
      await stop();
    }
  },
};

/** Rows of the check $1, as many as $2. Their times differ by a microsecond, so that no two rounds overlap. */
const results = `
  select $1::uuid, now() - n * interval '1 microsecond', true, n % 900, 'berth ' || n
  from   generate_series(1, $2::int) n`;

async function createCheck({ ask }: Pick<DataProduct, "ask">, name: string): Promise<string> {
  const [check] = await ask<{ id: string }>(
    `with c as (insert into canaries (name, spec) values ($1, '{}') returning id)
     insert into checks (canary_id, type, name) select id, 'http', $1 from c returning id`,
    [name],
  );
  return check!.id;
}
