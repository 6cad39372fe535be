// A worker: claims turns shortly before they are due, runs each on time, and passes the results to the recorder. It polls
// twice a second, and at once when a canary changes.
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { cadenceOf, nextDue } from "#server/cadence.ts";
import type { Service } from "#server/area.ts";
import { clientConfig, type Databases } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";
import { watchEnds, readWindows } from "./windows.ts";
import { claimTurns, dropTurns, giveBackTurns, mendClock, renewTurns, type Claimed } from "./claim.ts";
import { engineOf, type Engine } from "./engine.ts";
import { createGate } from "./concurrency.ts";
import { withoutChecks, type LoadedCanary } from "./loaded.ts";
import { whyMissed } from "../run/lateness.ts";
import { runTurn } from "./run-turn.ts";

export interface RunnerTimes {
  lookEveryMs: number;
  /** How long before its due time a turn is claimed. */
  aheadMs: number;
  /** Lease duration: a turn not renewed within this time can be claimed by another worker. */
  leaseMs: number;
  renewEveryMs: number;
  /** How long stopping waits for runs that are under way. */
  graceMs: number;
}

export const defaultTimes: RunnerTimes = {
  lookEveryMs: 500,
  aheadMs: 1_500,
  leaseMs: 15_000,
  renewEveryMs: 5_000,
  graceMs: 600,
};

export interface Runner {
  wake(): void;
  stop(): Promise<void>;
}

/** Turns that are running, waiting for a slot, or about to be due. */
const maxHeld = 5_000;
const maxClaimed = 1_000;
const maxWaitMs = 30_000;
const defaultGate = { maxFresh: 32, freshMs: 25 };
/** Margin before the end of a lease in which no run is started. */
const safetyMs = 1_000;
const clockSetBackMs = 5_000;
const windowsEveryMs = 1_000;

interface Held {
  turn: Claimed;
  /** Both clocks, because the monotonic one stops while the machine sleeps. */
  renewedAt: { wall: number; elapsed: number };
  ending: AbortController;
  timer: NodeJS.Timeout | undefined;
  isRunning: boolean;
}

export function startRunner(engine: Engine, times: RunnerTimes = defaultTimes): Runner {
  const { system, recorder, lateness, loaded } = engine;
  const { log } = system;
  const held = new Map<string, Held>();
  const gate = createGate(defaultGate);
  const stopping = new AbortController();
  const startedAt = Date.now();
  /** Difference between the time of the database and performance.now(). */
  let offset = Date.now() - performance.now();
  let lastNow = 0;
  let outage: { from: number; to: number } | undefined;
  let lastReached = startedAt;
  let isAway = false;
  let looking: Promise<void> | undefined;
  let wakeUp: (() => void) | undefined;

  const now = () => performance.now() + offset;
  const moment = () => ({ wall: Date.now(), elapsed: performance.now() });

  function mayStillRun({ renewedAt }: Held): boolean {
    const present = moment();
    const age = Math.max(present.wall - renewedAt.wall, present.elapsed - renewedAt.elapsed);
    return age < times.leaseMs - Math.min(safetyMs, times.leaseMs / 4);
  }

  async function look(): Promise<void> {
    // Results in the queue come first: once their turns are claimed again they could not be recorded any more.
    if (isAway && recorder.waiting > 0 && !(await recorder.flush(times.lookEveryMs))) return;
    const limit = Math.min(maxClaimed, maxHeld - held.size);
    if (limit <= 0) return;
    const claim = await claimTurns(engine.db, { aheadMs: times.aheadMs, limit, leaseMs: times.leaseMs });
    reached(claim.now);
    if (claim.now < lastNow - clockSetBackMs || lastNow === 0) await mendClock(engine.db, times.leaseMs);
    lastNow = claim.now;
    if (claim.turns.length === 0) return;
    if (stopping.signal.aborted) return giveBackTurns(engine.db, claim.turns);
    const claimedAt = moment();
    const canaries = await loaded.get(
      engine.db,
      claim.turns.map(({ canaryId, version }) => ({ id: canaryId, version })),
    );
    const gone: Claimed[] = [];
    for (const turn of claim.turns) {
      const canary = canaries.get(turn.canaryId);
      if (canary && (turn.checkId === null || canary.checks.has(turn.checkId))) hold(turn, canary, claimedAt);
      else gone.push(turn);
    }
    if (gone.length > 0) await dropTurns(engine.db, gone);
    if (claim.turns.length === limit) wake();
  }

  function reached(databaseNow: number): void {
    offset = databaseNow - performance.now();
    if (isAway) {
      outage = { from: lastReached, to: Date.now() };
      log.info({ outage }, "the database is reachable again; checks continue");
    }
    isAway = false;
    lastReached = Date.now();
  }

  function hold(turn: Claimed, canary: LoadedCanary, renewedAt: Held["renewedAt"]): void {
    // The turn was claimed again after its lease had expired: the run under way has lost it.
    held.get(turn.id)?.ending.abort();
    const heldTurn: Held = { turn, renewedAt, ending: new AbortController(), timer: undefined, isRunning: false };
    held.set(turn.id, heldTurn);
    const begin = () => gate.enter(() => run(heldTurn, canary));
    heldTurn.timer = setTimeout(begin, Math.max(0, Math.ceil(turn.dueAt - now())));
  }

  async function run(one: Held, canary: LoadedCanary): Promise<void> {
    const { turn, ending } = one;
    // The turn was released while it waited at the gate, or the process slept so long that another worker may have claimed
    // it.
    if (held.get(turn.id) !== one || !mayStillRun(one)) return forget(one);
    one.isRunning = true;
    const cadence = cadenceOf(turn.schedule);
    const { intervalMs } = canary;
    const started = now();
    const reason = whyMissed({ ...turn, now: started, intervalMs, startedAt, outage, lateness });
    const present = turn.checkId === null ? withoutChecks(canary, turn.pausedChecks) : canary;
    const checks = turn.checkId === null ? [...present.checks.values()] : [canary.checks.get(turn.checkId)!];
    const waitMs = Math.min(intervalMs ?? maxWaitMs, maxWaitMs);
    const { lastResult } = engine;
    const results = await runTurn(present, checks, engine.run, { signal: ending.signal, waitMs, lastResult });
    if (!results || !cadence) return forget(one);
    const nextDueAt = new Date(nextDue(cadence, turn.id, { now: now(), previous: Math.max(turn.dueAt, started) }));
    const recorded = recorder.add({
      results,
      turn: { id: turn.id, lease: turn.lease, nextDueAt },
      ...(reason !== undefined && { missed: { at: new Date(turn.dueAt), reason } }),
    });
    // The run is done; others may start while it is written.
    void recorded.then(() => forget(one));
  }

  function forget(one: Held): void {
    clearTimeout(one.timer);
    if (held.get(one.turn.id) === one) held.delete(one.turn.id);
  }

  async function renew(): Promise<void> {
    const renewedAt = moment();
    const aging = [...held.values()].filter(
      (one) => renewedAt.elapsed - one.renewedAt.elapsed >= times.renewEveryMs / 2,
    );
    if (aging.length === 0) return;
    const ours = await renewTurns(
      engine.db,
      aging.map(({ turn }) => turn),
      times.leaseMs,
    );
    for (const heldTurn of aging)
      if (ours.has(heldTurn.turn.id)) heldTurn.renewedAt = renewedAt;
      else if (held.get(heldTurn.turn.id) === heldTurn) {
        heldTurn.ending.abort();
        forget(heldTurn);
      }
  }

  async function repeat(
    work: () => Promise<void>,
    everyMs: number,
    pause: (ms: number) => Promise<void>,
  ): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch(failed);
      await pause(everyMs);
    }
  }

  function failed(error: unknown): void {
    if (stopping.signal.aborted) return;
    if (!isAway) log.warn({ err: error }, "checks cannot be claimed; trying again");
    isAway = true;
  }

  let isWoken = false;
  function wake(): void {
    isWoken = true;
    wakeUp?.();
  }
  const pauseUnlessWoken = async (ms: number) => {
    if (!isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wakeUp = () => (clearTimeout(timer), resolve());
      });
    isWoken = false;
  };
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {});

  looking = repeat(look, times.lookEveryMs, pauseUnlessWoken);
  const renewing = repeat(renew, times.renewEveryMs, pause);
  const mindEnds = watchEnds();
  const minding = repeat(async () => mindEnds(engine.db, await readWindows(engine.db), now()), windowsEveryMs, pause);
  const stopListening = system.live.on(["canaries"], wake);

  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      stopListening();
      await Promise.race([Promise.all([looking, renewing, minding]), delay(times.graceMs / 2)]);
      const waiting = [...held.values()].filter(({ isRunning }) => !isRunning);
      for (const heldTurn of waiting) forget(heldTurn);
      const givenBack = giveBackTurns(
        engine.db,
        waiting.map(({ turn }) => turn),
      ).catch(() => {});
      const deadline = performance.now() + times.graceMs;
      while (held.size > 0 && performance.now() < deadline) {
        await recorder.flush(50);
        await delay(20);
      }
      // Runs that do not end in time are left to other workers, as if they had not started.
      const left = [...held.values()];
      for (const { ending } of left) ending.abort(new Error("The worker stops."));
      await Promise.race([
        Promise.all([
          givenBack,
          giveBackTurns(
            engine.db,
            left.map(({ turn }) => turn),
          ).catch(() => {}),
          recorder.flush(times.graceMs),
        ]),
        delay(times.graceMs),
      ]);
    },
  };
}

/** The runner as a service of workers, with times of its own for tests of dying workers. */
export const checkRunnerWith = (times: RunnerTimes): Service => ({
  name: "checks",
  roles: ["all", "worker"],
  async start(system) {
    const engine = engineOf(system);
    const own = openConnections(system.db, system.log);
    engine.db = own.db;
    await engine.settings.ready();
    const runner = startRunner(engine, times);
    return {
      async stop() {
        await runner.stop();
        await engine.faults.flush();
        engine.settings.stop();
        engine.db = system.db.system;
        await own.close();
      },
    };
  },
});

export const checkRunner = checkRunnerWith(defaultTimes);

/**
 * The runner's own connections: one claims, one records. Checks may occupy every connection of the system pool, and the
 * runner must not wait for them.
 */
function openConnections({ connection, answering }: Databases, log: Log): { db: Kysely<DB>; close(): Promise<void> } {
  const config = clientConfig(connection, "quarterdeck checks");
  const pool = answering.openPool({ ...config, max: 3, query_timeout: 30_000 });
  const lost = (error: Error) => log.debug({ err: error }, "a database connection of the checks was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}
