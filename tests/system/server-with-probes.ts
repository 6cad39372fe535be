// Runs the product as a separate process with an additional area: jobs that write to the table `probes`, and an API
// call that starts these jobs. It prints one line of JSON when it is ready, and stops on SIGTERM.
import { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { ServerArea } from "#server/area.ts";
import { readEnv } from "#server/env/env.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { createLog } from "#server/log.ts";
import { createSteps } from "../../bin/steps.mjs";
import { checkRunnerWith, defaultTimes } from "#areas/health/server/engine/runner.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";

interface Probe {
  n: number;
  takesMs: number;
}

const probe = defineJob<Probe>({
  name: "probe",
  title: "Probe",
  concurrency: 5,
  retry: { limit: 3, delaySeconds: 1, backoff: false },
  resource: ({ n }) => ({ type: "probe", id: String(n) }),
  async run({ data: { n, takesMs }, system, signal, attempt, success }) {
    const db = system.db.system;
    await sql`insert into probes (n, pid, attempt, what) values (${n}, ${process.pid}, ${attempt}, 'begun')`.execute(
      db,
    );
    await delay(takesMs, undefined, { signal });
    await sql`insert into probes (n, pid, attempt, what) values (${n}, ${process.pid}, ${attempt}, 'ended')`.execute(
      db,
    );
    success();
  },
});

const probes: ServerArea = {
  name: "probes",
  jobs: [probe],
  routes(app, { db, jobs }) {
    app.post<{ Body: { from: number; count: number; takesMs: number } }>(
      "/api/probes",
      { config: { access: "anyone" } },
      async ({ body: { from, count, takesMs } }) =>
        db.system.transaction().execute(async (tx) => {
          for (let n = from; n < from + count; n += 1) await jobs.send(tx, probe, { n, takesMs });
          return { sent: count };
        }),
    );
  },
};

/** Shortens the lease to `CHECK_LEASE_MS`, after which the checks of a killed worker can be claimed. */
function withShortLeases(area: ServerArea): ServerArea {
  const leaseMs = Number(process.env["CHECK_LEASE_MS"]);
  if (area.name !== "health" || !leaseMs) return area;
  return { ...area, services: [checkRunnerWith({ ...defaultTimes, leaseMs, renewEveryMs: leaseMs / 3 })] };
}

const env = readEnv();
const running = await startServer({
  env,
  log: await createLog({ ...env, logFormat: "json" }),
  steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
  areas: [...serverAreas.map(withShortLeases), probes],
  signal: new AbortController().signal,
});
process.once("SIGTERM", () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ ready: true, address: running.address ?? null })}\n`);
