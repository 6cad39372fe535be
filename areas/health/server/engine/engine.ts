// The parts of the check engine in one process: slots for runs, loaded canaries, the recorder. Workers run checks on a
// schedule (runner.ts); every process runs checks on request (run-now.ts).
import { availableParallelism } from "node:os";
import { sql, type Kysely } from "kysely";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import { keepArtifacts, createFaultHistory, type FaultHistory } from "./follow-up.ts";
import { createCaps, type Caps, type Limits } from "./concurrency.ts";
import { createLoaded, type Loaded } from "./loaded.ts";
import { createMemories, type Memories } from "./memories.ts";
import type { StoredRun } from "./record.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import type { RunTools } from "./run-turn.ts";
import { processLateness, type Lateness } from "../run/lateness.ts";
import { createSettings, type Settings } from "./settings.ts";
import { readWindows } from "./windows.ts";

export interface Engine {
  system: System;
  caps: Caps;
  loaded: Loaded;
  recorder: Recorder;
  lateness: Lateness;
  faults: FaultHistory;
  memories: Memories;
  settings: Settings;
  run: RunTools;
  /**
   * The database connections of the runner, if this process has a runner. They are separate, because runs may occupy
   * all other connections.
   */
  db: Kysely<DB>;
  /** Registers a listener for every result that this process records. */
  onRecorded(heard: (stored: readonly StoredRun[]) => void): () => void;
  lastResult(checkId: string): () => Promise<Readonly<Record<string, unknown>> | undefined>;
}

const cores = availableParallelism();
/** Concurrency limits of kinds that start programs on this machine. */
const typeLimits: Readonly<Record<string, number>> = { exec: cores, junit: cores, icmp: 16 * cores };

export const defaultLimits: Limits = { total: 1_000, perHost: 10, perType: (type) => typeLimits[type] ?? 1_000 };

export function createEngine(
  system: System,
  { limits = defaultLimits, memoriesFrom }: { limits?: Limits; memoriesFrom?: number | undefined } = {},
): Engine {
  const { log, live, events } = system;
  const settings = createSettings({ db: () => engine.db, live, log, defaults: limits });
  const caps = createCaps(settings.limits);
  const lateness = processLateness();
  const heard = new Set<(stored: readonly StoredRun[]) => void>();
  const db = () => engine.db;
  const faults = createFaultHistory({ db, log });
  const loaded = createLoaded(system.secrets);
  const memories = createMemories({ db, log, minEntries: memoriesFrom });
  memories.add(loaded);
  memories.add(faults);
  const recorder = createRecorder({
    db,
    log,
    tools: async () => ({ events, secrets: system.secrets, windows: await readWindows(db()) }),
    written(stored, noted) {
      faults.note(stored, noted);
      for (const tell of heard) tell(stored);
      const withFiles = stored.filter(({ result }) => result.artifacts.length > 0);
      if (withFiles.length > 0) void keepArtifacts(system, withFiles);
      void memories.sweepWhenDoubled();
    },
  });
  const engine: Engine = {
    system,
    caps,
    loaded,
    recorder,
    lateness,
    faults,
    memories,
    settings,
    run: { around: { ...system, system, whyOff: settings.whyOff, lateness }, caps },
    db: system.db.system,
    onRecorded(tell) {
      heard.add(tell);
      return () => heard.delete(tell);
    },
    lastResult: (checkId) => async () => {
      const { rows } = await sql<Readonly<Record<string, unknown>>>`
        select status, invalid, time as "createdAt", duration, message, error, details as results
        from   check_statuses
        where  check_id = ${checkId} and not could_not_check
        order  by time desc
        limit  1`.execute(engine.db);
      return rows[0];
    },
  };
  return engine;
}

const engines = new WeakMap<System, Engine>();

/** Returns the engine of this process. */
export function engineOf(system: System): Engine {
  const engine = engines.get(system) ?? createEngine(system);
  engines.set(system, engine);
  return engine;
}

/** Returns how many checks run in this process, and how many wait for a slot. */
export const engineFigures = (system: System) => {
  const { caps, recorder } = engineOf(system);
  return { running: caps.running, waiting: caps.waiting, recording: recorder.waiting };
};
