// The action kinds and the queues that run them. Child runs have separate queues, so that actions that wait for child
// runs cannot block them. Actions that only wait for a server have queues that run many of them at the same time.
import type { JobContext, JobDefinition } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import type { JobQueue } from "#server/jobs/queue.ts";
import type { ActionKind } from "../action-kind.ts";
import { kindsIn, type playbookSpecWith, type PlaybookSpec } from "../spec.ts";

export interface ActionJob {
  action_id: string;
  /** The worker of the action already seemed lost at an earlier check. */
  is_suspected?: boolean;
}

export interface Engine {
  kinds: readonly ActionKind[];
  spec: ReturnType<typeof playbookSpecWith>;
  jobs: readonly JobDefinition<ActionJob>[];
  /** Returns the queue for an action of a run. */
  jobOf(run: QueuedRun, position: number): JobQueue<ActionJob>;
}

export interface QueuedRun {
  depth: number;
  spec: Pick<PlaybookSpec, "actions">;
}

/** A run may start child runs, which may start further runs. */
export const maxDepth = 2;

/** The number of actions that a process runs at the same time, per nesting depth. */
const concurrency = 20;
/** The same limit for actions that only wait for a server. */
const waitingConcurrency = 100;

export function createEngine(
  kinds: readonly ActionKind[],
  spec: Engine["spec"],
  runAction: (engine: Engine, context: JobContext<ActionJob>) => Promise<void>,
): Engine {
  const queues = (name: string, parallel: number) =>
    Array.from({ length: maxDepth + 1 }, (_, depth) =>
      defineJob<ActionJob>({
        name: depth === 0 ? name : `${name}.${depth}`,
        title: "Playbook action",
        concurrency: parallel,
        // A job returns to the queue only if its worker is lost; run-action.ts decides what happens to the action.
        retry: { limit: 100, delaySeconds: 1, backoff: false },
        timeoutSeconds: 86_000,
        history: "failed-only",
        resource: ({ action_id: id }) => ({ type: "playbook_run_action", id }),
        run: (context) => runAction(engine, context),
      }),
    );
  const working = queues("playbooks.action", concurrency);
  const waiting = queues("playbooks.request", waitingConcurrency);
  const engine: Engine = {
    kinds,
    spec,
    jobs: [...working, ...waiting],
    jobOf({ depth, spec: { actions } }, position) {
      const own = kindsIn(actions[position] ?? {}, kinds);
      const onlyWaits = own.length > 0 && own.every((kind) => kind.onlyWaits === true);
      return (onlyWaits ? waiting : working)[Math.min(depth, maxDepth)]!;
    },
  };
  return engine;
}
