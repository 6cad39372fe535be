// The program of embedded-database.ts: runs the embedded PostgreSQL, and on request a writer that reports each row
// once the database has acknowledged it. Prints one JSON object per line.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { pino } from "pino";
import { z } from "zod";
import { startEmbedded } from "#server/db/embedded.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { onStopSignals } from "#lib/process/stop-signals.ts";

const Options = z.object({
  dataDir: z.string(),
  dataDirGiven: z.boolean(),
  address: z.string().optional(),
  write: z.boolean().optional(),
  settings: z.record(z.string(), z.string()).optional(),
});

/**
 * The write is synchronous, so that an event counts as reported only if it was written before the process was killed.
 */
const say = (event: object) => writeSync(1, `${JSON.stringify(event)}\n`);

try {
  const { write, address, settings, ...place } = Options.parse(JSON.parse(process.argv[2] ?? ""));
  const embedded = await startEmbedded({
    ...place,
    ...(address && { address }),
    ...(settings && { settings }),
    log: pino({ level: "warn" }, pino.destination({ dest: 2, sync: true })),
  });
  let stopping = false;
  onStopSignals({
    stop: () => {
      stopping = true;
      const startedAt = performance.now();
      embedded.announceStop();
      void embedded.stop().then(() => {
        say({ stopped: Math.round(performance.now() - startedAt) });
        process.exit(0);
      });
    },
    force: () => process.exit(3),
  });
  const { connection, dataDir, moved, version } = embedded;
  say({ started: { connection, dataDir, moved, version } });
  if (write) await writeRows();

  /** Writes rows one by one. After a lost connection, it continues with the first row that was not acknowledged. */
  async function writeRows(): Promise<void> {
    for (let next = 1; ;) {
      const client = new Client(connection);
      client.on("error", () => {});
      try {
        await client.connect();
        await client.query("create table if not exists written (n integer primary key, padding text)");
        const { rows } = await client.query<{ next: number }>("select coalesce(max(n), 0) + 1 as next from written");
        for (next = rows[0]?.next ?? next; ; next += 1) {
          await client.query("insert into written select $1::integer, repeat(md5($1::integer::text), 20)", [next]);
          say({ acknowledged: next });
        }
      } catch (error) {
        if (stopping) return;
        say({ interrupted: error instanceof Error ? error.message : String(error) });
        await client.end().catch(() => {});
        await sleep(20);
      }
    }
  }
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  say({ refused: error.message });
  process.exitCode = 1;
}
