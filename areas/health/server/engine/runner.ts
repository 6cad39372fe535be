// A worker: claims turns shortly before they are due, runs each on time, and passes the results to the recorder. It
// claims turns twice a second as long as there are any. Then it waits until the next turn can be claimed, or until it
// is notified that turns became due (due-turns.ts).
import { setTimeout as delay } from "node:timers/promises";
import { createWakeablePause, type WakeablePause } from "#lib/async/wakeable-pause.ts";
import { cadenceOf, nextDue } from "#lib/time/cadence.ts";
import type { Service } from "#server/area.ts";
import type { Databases } from "#server/db/pool.ts";
import { openOwnConnections } from "#server/db/own-connections.ts";
import type { Log } from "#server/log.ts";
import { watchEnds, readWindows } from "./windows.ts";
import { claimTurns, dropTurns, giveBackTurns, mendClock, renewTurns, type Claimed } from "./claim.ts";
import { engineOf, type Engine } from "./engine.ts";
import { createGate } from "./concurrency.ts";
import { dueTurnsChannel } from "./due-turns.ts";
import { withoutChecks, type LoadedCanary } from "./loaded.ts";
import { whyMissed } from "../run/lateness.ts";
import { runTurn } from "./run-turn.ts";

export interface RunnerTimes {
  /** Interval between two claims while turns are found, and after a failure. */
  lookEveryMs: number;
  /** Maximum time between two claims. Limits the delay when a notification is lost or a clock is set forward. */
  maxIdleMs: number;
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
  maxIdleMs: 5_000,
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
/**
 * Limits the delay when a notification is lost. Every window stays open for longer than this, or triggers a wake-up
 * when it starts.
 */
const windowsEveryMs = 30_000;

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
  #isFirstClaim = true;
  /** Time of the next claim, if the last claim found no turns. */
  #idleUntil: number | undefined;
  /** Whether the last attempt to reach the database failed. */
  #isAway = false;
  #lastReached = this.#startedAt;
  /** The last period in which the database could not be reached. */
  #outage: { from: number; to: number } | undefined;
  readonly #claimPause = createWakeablePause();
  readonly #windowsPause = createWakeablePause();
  #loops: readonly Promise<void>[] = [];
  #stopListening: readonly (() => void)[] = [];

  constructor(engine: Engine, times: RunnerTimes = defaultTimes) {
    this.#engine = engine;
    this.#times = times;
  }

  start(): this {
    const { db, system } = this.#engine;
    const { renewEveryMs } = this.#times;
    const watchWindows = watchEnds();
    this.#loops = [
      this.#repeat(() => this.#claim(), this.#claimPause),
      this.#repeat(() => this.#renew().then(() => renewEveryMs), createWakeablePause()),
      this.#repeat(async () => {
        const changeAt = await watchWindows(db, await readWindows(db), this.#now());
        return Math.min(Math.max(0, changeAt - this.#now()), windowsEveryMs);
      }, this.#windowsPause),
    ];
    this.#stopListening = [
      system.listening.on(dueTurnsChannel, { notified: () => this.wake(), resumed: () => this.wake() }),
      system.live.on(["maintenance_windows"], () => this.#windowsPause.wake()),
    ];
    return this;
  }

  /** Claims turns immediately. */
  wake(): void {
    this.#claimPause.wake();
  }

  async stop(): Promise<void> {
    const { graceMs } = this.#times;
    const { recorder } = this.#engine;
    this.#stopping.abort();
    for (const stopListening of this.#stopListening) stopListening();
    await Promise.race([Promise.all(this.#loops), delay(graceMs / 2)]);
    const waiting = [...this.#held.values()].filter(({ isRunning }) => !isRunning);
    for (const heldTurn of waiting) this.#forget(heldTurn);
    const release = this.#giveBack(waiting);
    const deadline = performance.now() + graceMs;
    while (this.#held.size > 0 && performance.now() < deadline) {
      await recorder.flush(50);
      await delay(20);
    }
    // Other workers take over the runs that do not finish in time, and start these runs again.
    const left = [...this.#held.values()];
    for (const { ending } of left) ending.abort(new Error("The worker is stopping."));
    await Promise.race([Promise.all([release, this.#giveBack(left), recorder.flush(graceMs)]), delay(graceMs)]);
  }

  /** The time of the database. */
  #now(): number {
    return performance.now() + this.#offset;
  }

  /** Repeats `work`, which returns the time to wait, until the runner stops. */
  async #repeat(work: () => Promise<number>, pause: WakeablePause): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const waitMs = await work().catch((error: unknown) => {
        this.#failed(error);
        return this.#times.lookEveryMs;
      });
      await pause.wait(waitMs, this.#stopping.signal);
    }
  }

  /** Claims turns and returns the time until the next claim. */
  async #claim(): Promise<number> {
    const { recorder, db, loaded } = this.#engine;
    const { lookEveryMs, maxIdleMs, aheadMs, leaseMs } = this.#times;
    // Queued results are written first, because they can no longer be recorded once their turns are claimed again.
    if (this.#isAway && recorder.waiting > 0 && !(await recorder.flush(lookEveryMs))) return lookEveryMs;
    const limit = Math.min(maxClaimed, maxHeld - this.#held.size);
    if (limit <= 0) return lookEveryMs;
    const claim = await claimTurns(db, { aheadMs, limit, leaseMs });
    const wasSetBack = claim.now - performance.now() < this.#offset - clockSetBackMs;
    this.#reached(claim.now);
    if (wasSetBack || this.#isFirstClaim) await mendClock(db, leaseMs);
    this.#isFirstClaim = false;
    this.#idleUntil = undefined;
    if (claim.turns.length === 0) {
      const idleMs = claim.nextAt === undefined ? maxIdleMs : Math.ceil(claim.nextAt - claim.now);
      const waitMs = Math.min(Math.max(idleMs, lookEveryMs), maxIdleMs);
      this.#idleUntil = claim.now + waitMs;
      return waitMs;
    }
    if (this.#stopping.signal.aborted) return giveBackTurns(db, claim.turns).then(() => 0);
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
    return claim.turns.length === limit ? 0 : lookEveryMs;
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

  /** Holds a turn until it is due, then runs it. */
  #hold(turn: Claimed, canary: LoadedCanary, renewedAt: HeldTurn["renewedAt"]): void {
    // The turn was claimed again after its lease had expired, so the run in progress has lost it.
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
    // The run has finished; other runs may start while the result is written.
    void recorded.then(() => this.#release(heldTurn, nextDueAt.getTime()));
  }

  /**
   * Removes a turn whose result was written, and wakes an idle runner, because its idle time was computed without this
   * turn.
   */
  #release(heldTurn: HeldTurn, nextDueAt: number): void {
    this.#forget(heldTurn);
    if (this.#idleUntil !== undefined && nextDueAt - this.#times.aheadMs < this.#idleUntil) this.wake();
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
 * Opens separate connections for the runner: one for claims and one for results. Checks may occupy every connection of
 * the system pool, and the runner must not wait for them.
 */
const openConnections = (databases: Databases, log: Log) =>
  openOwnConnections(databases, log, { name: "checks", min: 2, max: 3, query_timeout: 30_000 });
