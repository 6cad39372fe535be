// Runs the product as a separate process with an action kind that writes each attempt to the table `probes`. It prints
// one line of JSON when it is ready, and stops on SIGTERM.
import { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { defineAction } from "#areas/playbooks/server/action-kind.ts";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { readEnv } from "#server/env/env.ts";
import { createLog } from "#server/log.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";

const probe = defineAction({
  type: "probe",
  title: "Probe",
  icon: "play",
  spec: z.looseObject({ n: z.number(), takesMs: z.number(), firstTakesMs: z.number().optional() }),
  plan: async () => ({ summary: "probe", parts: [] }),
  async run({ n, takesMs, firstTakesMs = takesMs }, { system, signal, output }) {
    const trace = (what: string) =>
      sql`insert into probes (n, pid, what) values (${n}, ${process.pid}, ${what})`.execute(system.db.system);
    const { rows: earlier } = await sql`select from probes where n = ${n} and what = 'begun'`.execute(system.db.system);
    await trace("begun");
    await output(`action ${n} has begun\n`);
    await delay(earlier.length === 0 ? firstTakesMs : takesMs, undefined, { signal });
    await trace("ended");
    return { result: { n } };
  },
});

const env = readEnv();
const running = await startServer({
  env,
  log: await createLog({ ...env, logFormat: "json" }),
  steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
  areas: serverAreas.map((area) => (area.name === "playbooks" ? playbooksWith([probe]) : area)),
  signal: new AbortController().signal,
});
process.once("SIGTERM", () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ ready: true, address: running.address ?? null })}\n`);
