// Playbook runs for tests: a system with the engine, and an action kind that the test controls.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { newId } from "#lib/uuid/new-id.ts";
import { defineAction, type ActionKind, type ActionRun } from "#areas/playbooks/server/action-kind.ts";
import { changedApprovers } from "#areas/playbooks/server/runs/changed-approvers.ts";
import { createRun } from "#areas/playbooks/server/runs/create-run.ts";
import { createEngine, type Engine } from "#areas/playbooks/server/runs/engine.ts";
import type { RunRequest } from "#areas/playbooks/server/runs/prepare-run.ts";
import { runAction } from "#areas/playbooks/server/runs/run-action.ts";
import { playbookSpecWith } from "#areas/playbooks/server/spec.ts";
import { notificationTriggers } from "#areas/playbooks/server/triggers/notifications.ts";
import type { Databases } from "#server/db/pool.ts";
import { runSystem, until, type RunningSystem, type SystemParts } from "./running-system.ts";

const probeSpec = z.looseObject({
  /** The number of attempts that fail. */
  fails: z.number().optional(),
  /** The action waits until the test releases it. */
  waits: z.boolean().optional(),
  sleepMs: z.number().optional(),
  output: z.string().optional(),
  times: z.number().optional(),
  /** Shown in the result and in the plan. */
  text: z.string().optional(),
  children: z.array(z.string()).optional(),
});

export interface Probe {
  /** The names of the actions, in the order of their starts. */
  started: string[];
  finished: string[];
  aborted: { name: string; reason: string }[];
  /** Lets waiting actions continue. */
  release(): void;
  /** The text in plans, in addition to the text of the block. */
  observed: string;
}

export function createProbe() {
  let waiting = Promise.withResolvers<void>();
  const attempts = new Map<string, number>();
  const probe: Probe = {
    started: [],
    finished: [],
    aborted: [],
    release() {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    observed: "",
  };
  const untilReleased = (run: ActionRun) =>
    new Promise<void>((resolve, reject) => {
      void waiting.promise.then(resolve);
      const stop = () => reject(run.signal.reason as Error);
      if (run.signal.aborted) stop();
      else run.signal.addEventListener("abort", stop, { once: true });
    });
  const kind = defineAction({
    type: "probe",
    title: "Probe",
    icon: "play",
    spec: probeSpec,
    plan: async ({ text = "" }) => ({
      summary: `probe ${text}`,
      parts: [
        { title: "Text", contentType: "text/plain", text: `${text}${probe.observed}`, isBinding: true },
        { title: "Seen", contentType: "text/plain", text: String(Math.random()), isBinding: false },
      ],
    }),
    async run({ fails = 0, waits, sleepMs, output, times = 1, text, children }, run) {
      const key = `${run.run.id} ${run.name}`;
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      probe.started.push(run.name);
      try {
        for (let n = 0; n < times && output !== undefined; n += 1) await run.output(output);
        if (waits) await untilReleased(run);
        if (sleepMs !== undefined) await delay(sleepMs, undefined, { signal: run.signal });
      } catch (error) {
        probe.aborted.push({ name: run.name, reason: String((run.signal.reason as Error | undefined)?.message) });
        throw error;
      }
      const results = children ? await run.runChildren(children.map((name) => ({ name }))) : undefined;
      probe.finished.push(run.name);
      if (attempt <= fails) return { result: { attempt }, error: `failed ${attempt}` };
      return {
        result: { attempt, ...(text !== undefined && { text }), ...(results && { children: results as never }) },
      };
    },
  });
  return { probe, kind };
}

export interface PlaybookSystem extends RunningSystem {
  engine: Engine;
  probe: Probe;
  start(request: Omit<RunRequest, "cause"> & Partial<Pick<RunRequest, "cause">>): Promise<string>;
}

/**
 * Several systems of a test can share a probe, to simulate processes with a common environment. `kinds` are real action
 * kinds.
 */
export async function runPlaybooks(
  db: Databases,
  {
    shared = createProbe(),
    kinds: others = [],
    ...parts
  }: SystemParts & { shared?: ReturnType<typeof createProbe>; kinds?: readonly ActionKind[] } = {},
): Promise<PlaybookSystem> {
  const kinds = [shared.kind as unknown as ActionKind, ...others];
  const engine = createEngine(kinds, playbookSpecWith(kinds), runAction);
  const system = await runSystem(db, {
    maxPollMs: 300,
    ...parts,
    jobs: [...engine.jobs, ...(parts.jobs ?? [])] as NonNullable<SystemParts["jobs"]>,
    listeners: [changedApprovers, notificationTriggers(engine), ...(parts.listeners ?? [])],
  });
  return {
    ...system,
    engine,
    probe: shared.probe,
    start: async (request) => (await createRun(system, engine, { cause: "person", ...request })).runId,
  };
}

/** Stores a playbook whose actions are probes. */
export async function writePlaybook(
  db: Databases,
  spec: Record<string, unknown> & { actions: readonly Record<string, unknown>[] },
  name = `playbook-${newId()}`,
): Promise<string> {
  const id = newId();
  await sql`
    insert into playbooks (id, name, title, spec) values (${id}, ${name}, ${name}, ${JSON.stringify(spec)}::jsonb)`.execute(
    db.system,
  );
  return id;
}

export interface StoredRun {
  status: string;
  error: string | null;
  plan_hash: string | null;
  actions: { id: string; name: string; status: string; retry_count: number; error: string | null; result: unknown }[];
}

export async function runOf(db: Databases, id: string): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`
    select r.status, r.error, r.plan_hash,
           (
             select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'status', a.status, 'retry_count', a.retry_count,
                                                          'error', a.error, 'result', a.result) order by a.position, a.retry_count), '[]')
             from   playbook_run_actions a where a.playbook_run_id = r.id
           ) as actions
    from   playbook_runs r where r.id = ${id}`.execute(db.system);
  return rows[0]!;
}

export const untilRun = (db: Databases, id: string, ...statuses: readonly string[]) =>
  until(
    () => runOf(db, id),
    ({ status }) => statuses.includes(status),
  );

export const attemptsOf = ({ actions }: StoredRun) =>
  actions.map(({ name, status, retry_count: retry }) => `${name} ${retry} ${status}`);
