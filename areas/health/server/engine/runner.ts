// A worker: claims turns shortly before they are due, runs each on time, and passes the results to the recorder. It polls
// twice a second, and immediately when a canary changes.
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { cadenceOf, nextDue } from "#lib/time/cadence.ts";
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

/** Maximum number of turns that are running, waiting for a slot, or about to be due. */
const maxHeld = 5_000;
const maxClaimed = 1_000;
const maxWaitMs = 30_000;
const defaultGate = { maxFresh: 32, freshMs: 25 };
/** No run is started within this margin before the end of its lease. */
const safetyMs = 1_000;
const clockSetBackMs = 5_000;
const windowsEveryMs = 1_000;

interface HeldTurn {
  turn: Claimed;
  /** Uses both clocks, because the monotonic clock stops while the machine sleeps. */
  renewedAt: { wall: number; elapsed: number };
  ending: AbortController;
  timer: NodeJS.Timeout | undefined;
  isRunning: boolean;
}

const bothClocks = () => ({ wall: Date.now(), elapsed: performance.now() });

export class Runner {
  readonly #engine: Engine;
  readonly #times: RunnerTimes;
  readonly #held = new Map<string, HeldTurn>();
  readonly #gate = createGate(defaultGate);
  readonly #stopping = new AbortController();
  readonly #startedAt = Date.now();
  /** Difference between the time of the database and performance.now(). */
  #offset = Date.now() - performance.now();
  /** Time of the database at the last claim. */
  #lastNow = 0;
  /** Whether the last attempt to reach the database failed. */
  #isAway = false;
  #lastReached = this.#startedAt;
  /** The last period in which the database could not be reached. */
  #outage: { from: number; to: number } | undefined;
  #isWoken = false;
  #wakeUp: (() => void) | undefined;
  #loops: readonly Promise<void>[] = [];
  #stopListening = () => {};

  constructor(engine: Engine, times: RunnerTimes = defaultTimes) {
    this.#engine = engine;
    this.#times = times;
  }

  start(): this {
    const engine = this.#engine;
    const watchWindows = watchEnds();
    this.#loops = [
      this.#repeat(
        () => this.#claim(),
        this.#times.lookEveryMs,
        (ms) => this.#pauseUnlessWoken(ms),
      ),
      this.#repeat(() => this.#renew(), this.#times.renewEveryMs),
      this.#repeat(async () => watchWindows(engine.db, await readWindows(engine.db), this.#now()), windowsEveryMs),
    ];
    this.#stopListening = engine.system.live.on(["canaries"], () => this.wake());
    return this;
  }

  /** Claims turns immediately. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.();
  }

  async stop(): Promise<void> {
    const { graceMs } = this.#times;
    const { recorder } = this.#engine;
    this.#stopping.abort();
    this.wake();
    this.#stopListening();
    await Promise.race([Promise.all(this.#loops), delay(graceMs / 2)]);
    const waiting = [...this.#held.values()].filter(({ isRunning }) => !isRunning);
    for (const heldTurn of waiting) this.#forget(heldTurn);
    const release = this.#giveBack(waiting);
    const deadline = performance.now() + graceMs;
    while (this.#held.size > 0 && performance.now() < deadline) {
      await recorder.flush(50);
      await delay(20);
    }
    // Other workers take over the runs that do not end in time, as if they had not started.
    const left = [...this.#held.values()];
    for (const { ending } of left) ending.abort(new Error("The worker is stopping."));
    await Promise.race([Promise.all([release, this.#giveBack(left), recorder.flush(graceMs)]), delay(graceMs)]);
  }

  /** The time of the database. */
  #now(): number {
    return performance.now() + this.#offset;
  }

  async #repeat(work: () => Promise<void>, everyMs: number, pause = (ms: number) => this.#pause(ms)): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await work().catch((error: unknown) => this.#failed(error));
      await pause(everyMs);
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  async #pauseUnlessWoken(ms: number): Promise<void> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wakeUp = () => (clearTimeout(timer), resolve());
      });
    this.#isWoken = false;
  }

  async #claim(): Promise<void> {
    const { recorder, db, loaded } = this.#engine;
    const { lookEveryMs, aheadMs, leaseMs } = this.#times;
    // Queued results are written first, because they could no longer be recorded once their turns are claimed again.
    if (this.#isAway && recorder.waiting > 0 && !(await recorder.flush(lookEveryMs))) return;
    const limit = Math.min(maxClaimed, maxHeld - this.#held.size);
    if (limit <= 0) return;
    const claim = await claimTurns(db, { aheadMs, limit, leaseMs });
    this.#reached(claim.now);
    if (claim.now < this.#lastNow - clockSetBackMs || this.#lastNow === 0) await mendClock(db, leaseMs);
    this.#lastNow = claim.now;
    if (claim.turns.length === 0) return;
    if (this.#stopping.signal.aborted) return giveBackTurns(db, claim.turns);
    const claimedAt = bothClocks();
    const canaries = await loaded.get(
      db,
      claim.turns.map(({ canaryId, version }) => ({ id: canaryId, version })),
    );
    const gone: Claimed[] = [];
    for (const turn of claim.turns) {
      const canary = canaries.get(turn.canaryId);
      if (canary && (turn.checkId === null || canary.checks.has(turn.checkId))) this.#hold(turn, canary, claimedAt);
      else gone.push(turn);
    }
    if (gone.length > 0) await dropTurns(db, gone);
    if (claim.turns.length === limit) this.wake();
  }

  #reached(databaseNow: number): void {
    this.#offset = databaseNow - performance.now();
    if (this.#isAway) {
      this.#outage = { from: this.#lastReached, to: Date.now() };
      this.#engine.system.log.info({ outage: this.#outage }, "the database is reachable again; checks continue");
    }
    this.#isAway = false;
    this.#lastReached = Date.now();
  }

  #failed(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    if (!this.#isAway) this.#engine.system.log.warn({ err: error }, "checks cannot be claimed; trying again");
    this.#isAway = true;
  }

  /** Keeps a turn until it is due, then runs it. */
  #hold(turn: Claimed, canary: LoadedCanary, renewedAt: HeldTurn["renewedAt"]): void {
    // The turn was claimed again after its lease had expired, so the current run has lost it.
    this.#held.get(turn.id)?.ending.abort();
    const heldTurn: HeldTurn = { turn, renewedAt, ending: new AbortController(), timer: undefined, isRunning: false };
    this.#held.set(turn.id, heldTurn);
    const begin = () => this.#gate.enter(() => this.#run(heldTurn, canary));
    heldTurn.timer = setTimeout(begin, Math.max(0, Math.ceil(turn.dueAt - this.#now())));
  }

  async #run(heldTurn: HeldTurn, canary: LoadedCanary): Promise<void> {
    const { turn, ending } = heldTurn;
    // The turn was released while it waited at the gate, or the process slept for so long that another worker may have
    // claimed it.
    if (this.#held.get(turn.id) !== heldTurn || !this.#mayStillRun(heldTurn)) return this.#forget(heldTurn);
    heldTurn.isRunning = true;
    const { lateness, lastResult, recorder, run: tools } = this.#engine;
    const cadence = cadenceOf(turn.schedule);
    const { intervalMs } = canary;
    const started = this.#now();
    const [startedAt, outage] = [this.#startedAt, this.#outage];
    const reason = whyMissed({ ...turn, now: started, intervalMs, startedAt, outage, lateness });
    const present = turn.checkId === null ? withoutChecks(canary, turn.pausedChecks) : canary;
    const checks = turn.checkId === null ? [...present.checks.values()] : [canary.checks.get(turn.checkId)!];
    const waitMs = Math.min(intervalMs ?? maxWaitMs, maxWaitMs);
    const results = await runTurn(present, checks, tools, { signal: ending.signal, waitMs, lastResult });
    if (!results || !cadence) return this.#forget(heldTurn);
    const previous = Math.max(turn.dueAt, started);
    const nextDueAt = new Date(nextDue(cadence, turn.id, { now: this.#now(), previous }));
    const recorded = recorder.add({
      results,
      turn: { id: turn.id, lease: turn.lease, nextDueAt },
      ...(reason !== undefined && { missed: { at: new Date(turn.dueAt), reason } }),
    });
    // The run is done; other runs may start while it is written.
    void recorded.then(() => this.#forget(heldTurn));
  }

  #mayStillRun({ renewedAt }: HeldTurn): boolean {
    const present = bothClocks();
    const age = Math.max(present.wall - renewedAt.wall, present.elapsed - renewedAt.elapsed);
    const { leaseMs } = this.#times;
    return age < leaseMs - Math.min(safetyMs, leaseMs / 4);
  }

  #forget(heldTurn: HeldTurn): void {
    clearTimeout(heldTurn.timer);
    if (this.#held.get(heldTurn.turn.id) === heldTurn) this.#held.delete(heldTurn.turn.id);
  }

  async #renew(): Promise<void> {
    const renewedAt = bothClocks();
    const { renewEveryMs, leaseMs } = this.#times;
    const aging = [...this.#held.values()].filter(
      (heldTurn) => renewedAt.elapsed - heldTurn.renewedAt.elapsed >= renewEveryMs / 2,
    );
    if (aging.length === 0) return;
    const turns = aging.map(({ turn }) => turn);
    const ours = await renewTurns(this.#engine.db, turns, leaseMs);
    for (const heldTurn of aging)
      if (ours.has(heldTurn.turn.id)) heldTurn.renewedAt = renewedAt;
      else if (this.#held.get(heldTurn.turn.id) === heldTurn) {
        heldTurn.ending.abort();
        this.#forget(heldTurn);
      }
  }

  async #giveBack(heldTurns: readonly HeldTurn[]): Promise<void> {
    const turns = heldTurns.map(({ turn }) => turn);
    await giveBackTurns(this.#engine.db, turns).catch(() => {});
  }
}

/** The runner as a service of workers. Tests of dying workers set their own times. */
export const checkRunnerWith = (times: RunnerTimes): Service => ({
  name: "checks",
  roles: ["all", "worker"],
  async start(system) {
    const engine = engineOf(system);
    const own = openConnections(system.db, system.log);
    engine.db = own.db;
    await engine.settings.ready();
    const runner = new Runner(engine, times).start();
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
 * Opens the runner's own connections: one claims, one records. Checks may occupy every connection of the system pool, and
 * the runner must not wait for them.
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
