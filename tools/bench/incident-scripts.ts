// Measures the definition of done: the time from a thousand status changes of checks until their thousand scripts are
// evaluated, among 10,000 incidents with 50,000 pieces of evidence.
import { setTimeout as delay } from "node:timers/promises";
import { atMost, type Bench, median } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";
import type { DataProduct } from "./data-estate.ts";

const checks = 10_000;
const incidents = 10_000;
const perIncident = 5;
const flipped = 1_000;
const barMs = 2_000;

export const incidentScripts: Bench = {
  name: "incident-scripts",
  async run({ quick, profileFolder, progress }) {
    progress("10,000 incidents, 50,000 pieces of evidence, 10,000 scripts, 1,000 flips per round");
    const product = await startWithChecks(checks, { profileFolder });
    try {
      await fill(product);
      const times: number[] = [];
      for (let round = 0; round < (quick ? 4 : 10); round += 1) times.push(await flip(product, round));
      progress(`rounds ${times.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      // The first round compiles the scripts.
      const worst = Math.max(...times);
      return [
        atMost(
          "1,000 scripts after 1,000 flips, worst round",
          worst,
          barMs,
          "ms",
          `median ${median(times).toFixed(0)} ms`,
        ),
      ];
    } finally {
      await product.stop();
    }
  },
};

async function fill({ ask }: DataProduct): Promise<void> {
  await ask(
    `insert into incidents (id, title, created_by)
     select md5('incident ' || n)::uuid, 'incident ' || n, (select id from people where type = 'system' limit 1)
     from   generate_series(1, $1::int) n`,
    [incidents],
  );
  await ask(
    `insert into hypotheses (id, incident_id, type, title, created_by)
     select md5('hypothesis ' || n)::uuid, md5('incident ' || n)::uuid, 'root', 'cause ' || n, created_by
     from   generate_series(1, $1::int) n join incidents i on i.id = md5('incident ' || n)::uuid`,
    [incidents],
  );
  // The first piece of evidence of each incident has a script; the others only link to a check.
  await ask(
    `insert into evidences (hypothesis_id, type, check_id, definition_of_done, script, created_by)
     select h.id, 'check', md5('check ' || 1 + (n * $2::int + k) % $3::int)::uuid, k = 0,
            case when k = 0 then 'check.status == "healthy" && incident.status != "closed"' end, h.created_by
     from   generate_series(1, $1::int) n
     join   hypotheses h on h.id = md5('hypothesis ' || n)::uuid
     cross  join generate_series(0, $2::int - 1) k`,
    [incidents, perIncident, checks],
  );
  await ask(
    `update evidences e set check_id = md5('check ' || n)::uuid
     from   generate_series(1, $1::int) n
     where  e.hypothesis_id = md5('hypothesis ' || n)::uuid and e.script is not null`,
    [incidents],
  );
  await ask("vacuum analyze incidents, hypotheses, evidences");
  await settled({ ask });
}

async function settled({ ask }: Pick<DataProduct, "ask">): Promise<void> {
  for (;;) {
    const [row] = await ask<{ left: number }>(
      "select ((select count(*) from incident_dirt) + (select count(*) from evidences where script is not null and done is null))::int as left",
    );
    if (row!.left === 0) return;
    await delay(200);
  }
}

/** Returns the milliseconds until every script of the changed checks has a new result. */
async function flip({ ask }: DataProduct, round: number): Promise<number> {
  const status = round % 2 === 0 ? "unhealthy" : "healthy";
  const startedAt = performance.now();
  await ask(
    `update checks c set status = $1, last_transition_time = now()
     from   generate_series(1, $2::int) n where c.id = md5('check ' || n)::uuid`,
    [status, flipped],
  );
  for (;;) {
    const [row] = await ask<{ left: number }>(
      `select count(*)::int as left
       from   generate_series(1, $2::int) n
       join   evidences e on e.check_id = md5('check ' || n)::uuid and e.script is not null
       where  e.done is distinct from ($1 = 'healthy')`,
      [status, flipped],
    );
    if (row!.left === 0) return performance.now() - startedAt;
    await delay(20);
  }
}
