// The job of an action: claims it, runs it with its time limit, and stores the outcome. If the database does not
// respond at the end, the job waits, because a finished action must not run again.
import { setTimeout as delay } from "node:timers/promises";
import { printDuration } from "#lib/time/duration.ts";
import type { JobContext, System } from "#server/area.ts";
import { hasSqlState, isConnectionLost } from "#server/db/failures.ts";
import { JobStopped } from "#server/jobs/run.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid } from "../action-kind.ts";
import { planIsCurrent } from "./recheck-plan.ts";
import { claim, type Claimed } from "./claim.ts";
import type { ActionJob, Engine } from "./engine.ts";
import { executionsOf, LeaseLost } from "./executions.ts";
import { finishAction, type ActionEnd, type Finishing } from "./finish-action.ts";
import { createOutput, storeOutput, type Output } from "./output.ts";
import { perform, Sleeps } from "./perform.ts";
import { lockRun, type ActionRow, type RunRow } from "./run-row.ts";
import { sleepAction } from "./sleep.ts";
import { togetherOf } from "./together.ts";

const retryMs = 250;

export const runAction = (engine: Engine, context: JobContext<ActionJob>): Promise<void> =>
  executionsOf(context.system).once(context.data.action_id, () => claimAndRun(engine, context));

async function claimAndRun(engine: Engine, context: JobContext<ActionJob>): Promise<void> {
  const { system, data } = context;
  const ready = await togetherOf(system, engine).claim(data.action_id);
  if (ready) return runClaimed(engine, context, ready, undefined);
  const plan = await recheck(engine, context);
  if (plan === "changed") return;
  const claimed = await claim(system, engine, data, executionsOf(system).worker);
  if (claimed.kind === "interrupted") return storeOutput(system, claimed.action);
  if (claimed.kind === "none") return;
  return runClaimed(engine, context, claimed, plan === "current" ? undefined : plan);
}

async function runClaimed(
  engine: Engine,
  context: JobContext<ActionJob>,
  { run, action, hasSlept }: Claimed,
  refusal: Error | undefined,
): Promise<void> {
  const { system, scrubber, signal } = context;
  const executions = executionsOf(system);
  await executions.keep({ actionId: action.id, runId: run.id }, async (abort) => {
    // The action continues after its job is lost; the lease decides whether this worker still has it.
    const stop = () => signal.reason instanceof JobStopped && abort.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    const output = createOutput(system, action, scrubber);
    try {
      const progress = { isStarted: false };
      const end = await attempt(system, engine, refusal, { run, action, hasSlept, abort, scrubber, output, progress });
      await output.close().catch((error: unknown) => context.log.warn({ err: error }, "output of an action is lost"));
      if (end === "sleeps") return;
      // An aborted action returns no result, so the output is stored as the result.
      if (end.status === "failed" && output.tail !== "") end.result ??= { stdout: output.tail };
      await settle(system, engine, { run, action, worker: executions.worker, abort }, scrubbed(scrubber, end));
    } finally {
      signal.removeEventListener("abort", stop);
    }
  });
}

interface Attempt {
  run: RunRow;
  action: ActionRow;
  hasSlept: boolean;
  abort: AbortController;
  scrubber: Scrubber;
  output: Output;
  progress: { isStarted: boolean };
}

/** Maximum delay of a timer in milliseconds. */
const maxTimerMs = 2_147_483_647;

class TimeUp extends Error {
  readonly of: "action" | "run";
  constructor(of: "action" | "run", ms: number) {
    super(`Timed out after ${printDuration(ms)}${of === "run" ? ", the time limit of the run" : ""}.`);
    this.of = of;
  }
}

/** An approved run whose plan cannot be rendered again must not start. */
async function recheck(
  engine: Engine,
  { system, data, scrubber, signal }: JobContext<ActionJob>,
): Promise<"current" | "changed" | Error> {
  try {
    return (await planIsCurrent(system, engine, data.action_id, { scrubber, signal })) ? "current" : "changed";
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return new ActionInvalid(`The approved plan cannot be rendered again: ${messageOf(error)}`);
  }
}

async function attempt(
  system: System,
  engine: Engine,
  refusal: Error | undefined,
  all: Attempt,
): Promise<ActionEnd | "sleeps"> {
  const { run, action, abort } = all;
  const startedAt = performance.now();
  const leftMs = run.left_ms ?? run.timeout_ms;
  let timer: NodeJS.Timeout | undefined;
  const limit = (ms: number | undefined) => {
    clearTimeout(timer);
    const left = leftMs - (performance.now() - startedAt);
    const [of, waitMs] = ms !== undefined && ms < left ? (["action", ms] as const) : (["run", left] as const);
    timer = setTimeout(
      () => abort.abort(new TimeUp(of, of === "run" ? run.timeout_ms : waitMs)),
      Math.min(Math.max(0, waitMs), maxTimerMs),
    );
  };
  limit(undefined);
  try {
    if (refusal) throw refusal;
    return await perform(system, engine, { ...all, limit, signal: abort.signal });
  } catch (error) {
    if (error instanceof Sleeps) {
      await sleepAction(system, engine, { run, action, worker: executionsOf(system).worker, waitMs: error.waitMs });
      return "sleeps";
    }
    const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
    const failed = { status: "failed" as const, error: messageOf(reason) };
    if (reason instanceof TimeUp) return { ...failed, timedOut: reason.of };
    // The lease records that the action has not started, so the next worker runs it.
    if ((reason instanceof JobStopped || isConnectionLost(reason)) && !all.progress.isStarted) throw reason;
    if (reason instanceof JobStopped) return { ...failed, error: "interrupted: the server was stopped" };
    return { ...failed, isFinal: reason instanceof ActionInvalid };
  } finally {
    clearTimeout(timer);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const scrubbed = (scrubber: Scrubber, end: ActionEnd): ActionEnd => ({
  ...end,
  ...(end.result && { result: scrubber.document(end.result) }),
  ...(end.error !== undefined && { error: scrubber.text(end.error) }),
});

interface Settling {
  run: RunRow;
  action: ActionRow;
  worker: string;
  abort: AbortController;
}

async function settle(system: System, engine: Engine, ids: Settling, end: ActionEnd): Promise<void> {
  if (ids.abort.signal.reason instanceof LeaseLost) return;
  let stored = end;
  let isAlone = false;
  for (;;)
    try {
      const finishing = { ...ids, end: stored };
      const isOurs = await (isAlone
        ? finishAlone(system, engine, finishing)
        : togetherOf(system, engine).finish(finishing));
      if (!isOurs) system.log.warn({ action: ids.action.id }, "a playbook action was ended by another worker");
      return;
    } catch (error) {
      if (!isConnectionLost(error) && !hasSqlState(error, "40001", "40P01")) {
        if (stored !== end) throw error;
        // Another action of the batch may have caused the error.
        if (!isAlone) {
          isAlone = true;
          continue;
        }
        // The status matters more than the result: an action without an end would count as interrupted, and run again.
        system.log.error({ err: error, action: ids.action.id }, "the result of a playbook action could not be stored");
        stored = { ...end, result: { error: `The result could not be stored: ${messageOf(error)}` } };
        continue;
      }
      // A stopping process cannot wait. The next worker finds the lease and ends the action.
      if (ids.abort.signal.reason instanceof JobStopped) throw error;
      isAlone ||= !isConnectionLost(error);
      await delay(retryMs);
    }
}

const finishAlone = ({ db, ...system }: System, engine: Engine, finishing: Finishing) =>
  db.system.transaction().execute(async (tx) => {
    const run = await lockRun(tx, finishing.run.id);
    const { end, ...ids } = finishing;
    return run !== undefined && (await finishAction(system, tx, engine, { ...ids, run }, end));
  });
