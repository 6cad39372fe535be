// A system for tests: jobs, events, live and their listening connection on a test's database, without HTTP. Several
// systems on one database behave like several processes of the product, except that they cannot be killed.
import { createArtifacts } from "#server/artifacts/artifacts.ts";
import type { System, Listener, JobDefinition, ServerArea } from "#server/area.ts";
import { openCatalog } from "#server/db/catalog.ts";
import { createListening, type Listening } from "#server/db/listening.ts";
import type { Databases } from "#server/db/pool.ts";
import { createWrites } from "#server/data-api/perform-writes.ts";
import { readEnv, type ServerRole } from "#server/env/env.ts";
import { createEventNames } from "#server/event-names.ts";
import { createEvents, listenerJobs } from "#server/jobs/listeners.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFeatures } from "#server/features.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createJobs } from "#server/jobs/engine.ts";
import { createLive, type LiveOptions } from "#server/live.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import { openSecrets } from "#server/secrets/keys.ts";
import { createSpecs } from "#server/spec/specs.ts";
import { testLog } from "./database.ts";
import { waitMs } from "./time-limits.ts";

export interface RunningSystem extends System {
  listening: Listening;
  stop(): Promise<void>;
}

export interface SystemParts {
  role?: ServerRole;
  jobs?: readonly JobDefinition[];
  listeners?: readonly Listener[];
  /** The areas that provide the event names and write hooks of the system. */
  areas?: readonly ServerArea[];
  live?: Partial<LiveOptions>;
  stopWithinMs?: number;
  maxPollMs?: number;
  /** Parts that replace the defaults. */
  around?: Partial<Pick<System, "env" | "outbound" | "exec" | "files" | "manifests">>;
}

/** SECRET_KEY of these systems, for a test that also starts a server on their database. */
export const testKey = "a key that only tests know, 32 long";

export async function runSystem(
  db: Databases,
  {
    role = "all",
    jobs: own = [],
    listeners = [],
    areas = [],
    live: liveOptions = {},
    stopWithinMs = 2_000,
    maxPollMs,
    around,
  }: SystemParts = {},
): Promise<RunningSystem> {
  const env = { ...readEnv({}), role };
  const log = testLog;
  const listening = createListening(db, log);
  const catalog = await openCatalog(db, listening, log);
  const jobs = createJobs({
    db,
    log,
    role,
    listening,
    jobs: [...own, ...listenerJobs(listeners)],
    stopWithinMs,
    ...(maxPollMs !== undefined && { maxPollMs }),
  });
  const events = createEvents(
    jobs,
    listeners,
    areas.flatMap((area) => area.inboxes ?? []),
  );
  const live = createLive({ db, listening, log, relations: () => catalog.current.relations, ...liveOptions });
  const artifacts = createArtifacts({ env, db });
  const { secrets } = await openSecrets(db.system, () => [testKey]);
  const system = {
    env,
    log,
    db,
    catalog,
    secrets,
    jobs,
    events,
    eventNames: createEventNames(areas),
    live,
    listening,
    features: createFeatures({ db, live }),
    artifacts,
    writes: createWrites(areas),
    specs: createSpecs(areas),
    outbound: (trust: Trust) => createOutbound({ trust }),
    exec: createExec({ env, log }),
    files: createFiles(env),
    manifests: [],
    ...around,
  };
  await jobs.start(system);
  return {
    ...system,
    listening,
    async stop() {
      await jobs.stop();
      await live.close();
      catalog.close();
      await listening.close();
    },
  };
}

/** Waits for a condition; the error on timeout contains the last value. */
export async function until<T>(
  ask: () => Promise<T> | T,
  isTrue: (answer: T) => boolean = Boolean,
  withinMs = waitMs,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isTrue(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(`condition not met within ${withinMs} ms; the last value was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
