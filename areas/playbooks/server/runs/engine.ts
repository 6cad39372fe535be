// The action kinds and the queues that run them. Child runs have separate queues, so that actions that wait for child
// runs cannot block them.
import type { JobContext, JobDefinition } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import type { JobQueue } from "#server/jobs/queue.ts";
import type { ActionKind } from "../action-kind.ts";
import type { playbookSpecWith } from "../spec.ts";

export interface ActionJob {
  action_id: string;
  /** The worker of the action already seemed lost at an earlier check. */
  is_suspected?: boolean;
}

export interface Engine {
  kinds: readonly ActionKind[];
  spec: ReturnType<typeof playbookSpecWith>;
  jobs: readonly JobDefinition<ActionJob>[];
  jobOf(run: { depth: number }): JobQueue<ActionJob>;
}

/** A run may start child runs, which may start further runs. */
export const maxDepth = 2;

/** The number of actions that a process runs at the same time, per nesting depth. */
const concurrency = 20;

export function createEngine(
  kinds: readonly ActionKind[],
  spec: Engine["spec"],
  runAction: (engine: Engine, context: JobContext<ActionJob>) => Promise<void>,
): Engine {
  const engine: Engine = {
    kinds,
    spec,
    jobs: Array.from({ length: maxDepth + 1 }, (_, depth) =>
      defineJob<ActionJob>({
        name: depth === 0 ? "playbooks.action" : `playbooks.action.${depth}`,
        title: "Playbook action",
        concurrency,
        // A job returns to the queue only if its worker is lost; run-action.ts decides what happens to the action.
        retry: { limit: 100, delaySeconds: 1, backoff: false },
        timeoutSeconds: 86_000,
        history: "failed-only",
        resource: ({ action_id: id }) => ({ type: "playbook_run_action", id }),
        run: (context) => runAction(engine, context),
      }),
    ),
    jobOf: ({ depth }) => engine.jobs[Math.min(depth, maxDepth)]!,
  };
  return engine;
}
