// Connects an agent to its server for as long as the process runs: reports that it runs, pulls its resources and pushes
// its rows. While the server cannot be reached, the rows stay stored, and are pushed in order afterwards.
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import { version } from "#lib/load/repository.ts";
import type { ServerArea, Service, System } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { deleteSent, deleteUnconfirmed } from "#areas/connections/server/index.ts";
import { recordOffset } from "./clock.ts";
import { createPull } from "./pull-resources.ts";
import { pushRows } from "./push-rows.ts";
import { createRefusals, type Refusals } from "./refusals.ts";
import { runActions, type PerformAction } from "./run-actions.ts";
import { thinWaitingResults } from "./thin-results.ts";
import { createIndexes, flaggedTables, waitingResults } from "./unpushed.ts";
import { createUpstream, NoConnection, Refused, type Upstream } from "./upstream.ts";

/** The server shows an agent as offline after 61 seconds. */
const pingEveryMs = 25_000;
const pullEveryMs = 10_000;
/** Collects the rows of concurrent runs into one push. */
const collectMs = 250;
const maxPauseMs = 30_000;

/** The part of an agent that connects it to its server. main/agent.ts adds it to the engines that the agent runs. */
export const upstreamWith = (perform: PerformAction): ServerArea => ({
  name: "upstream",
  services: [connectionWith(perform)],
  jobs: [thinWaitingResults, endUnconfirmedConnections],
});

const endUnconfirmedConnections = defineJob({
  name: "agents.end-connections",
  title: "Delete connections that the server has not confirmed for 7 days",
  schedule: { everySeconds: 3600 },
  history: "failed-only",
  async run({ system, success }) {
    success(await deleteUnconfirmed(system));
  },
});

const connectionWith = (perform: PerformAction): Service => ({
  name: "upstream connection",
  roles: ["all", "worker"],
  async start(system) {
    await createIndexes(system.db.system);
    const stop = new AbortController();
    const upstream = createUpstream(system, stop.signal);
    const refusals = createRefusals(system);
    const running = Promise.all([
      stayConnected(system, upstream, refusals, stop.signal),
      runActions(system, upstream, { perform, refusals }, stop.signal),
    ]);
    return {
      async stop() {
        stop.abort();
        await running;
      },
    };
  },
});

async function stayConnected(
  system: System,
  upstream: Upstream,
  refusals: Refusals,
  signal: AbortSignal,
): Promise<void> {
  const { db, live, log } = system;
  const pull = createPull(system, upstream, refusals);
  let expected: Readonly<Record<string, number>> | undefined;
  const ping = every(pingEveryMs, async () => {
    const { since, count } = await waitingResults(db.system);
    const sent = new Date();
    const about = { hostname: hostname(), version, waiting_since: since, waiting_results: count };
    const { serverTime, resources } = await upstream.ping(about);
    await recordOffset(db.system, { sent, received: new Date(), serverTime });
    expected = resources;
  });
  const pullSometimes = every(pullEveryMs, async () => {
    await pull(expected);
    // Resources that are created before the next ping are not counted.
    expected = undefined;
  });
  const pause = createWakeablePause();
  const unsubscribe = live.on(flaggedTables, () => pause.wake());
  let failures = 0;
  while (!signal.aborted) {
    try {
      // A refused ping means that rows would be refused, too.
      await ping();
      await pullSometimes();
      await pushRows({ db: db.system, upstream, log, signal });
      if (failures > 0) log.info({ failures }, "the server can be reached again");
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      ping.repeat();
      // The token has ended, or the agent was deleted.
      if (error instanceof Refused) await deleteSent(system);
      // The first failure of an outage is enough for the log.
      if (failures === 1) log.warn({ err: error, server: system.env.upstream!.url }, messageOf(error));
    }
    // New rows do not shorten the pause after a failure.
    if (failures === 0) await pause.wait(pullEveryMs, signal);
    const delayMs = failures === 0 ? collectMs : Math.min(maxPauseMs, 500 * 2 ** Math.min(failures, 10));
    await delay(delayMs, undefined, { signal }).catch(() => {});
  }
  unsubscribe();
}

const messageOf = (error: unknown) =>
  error instanceof NoConnection
    ? "the server cannot be reached; results are kept until it can"
    : "the connection to the server failed; it is tried again";

/** Returns a function that does the work if its last success is long enough ago. */
function every(ms: number, work: () => Promise<void>) {
  let doneAt = -Infinity;
  const run = async () => {
    const startedAt = performance.now();
    if (startedAt - doneAt < ms) return;
    await work();
    doneAt = startedAt;
  };
  return Object.assign(run, {
    /** Makes the next call do the work, even if the last success is recent. */
    repeat: () => {
      doneAt = -Infinity;
    },
  });
}
