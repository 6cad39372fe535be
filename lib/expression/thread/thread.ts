// A single worker thread that runs one task at a time. A task that does not finish, or that crashes its engine, stops
// only this thread.
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { repository } from "../../load/repository.ts";
import { lateFault } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import type { Outcome, Task } from "./task.ts";

/** Extra time after the task's own limit, in case the engine no longer checks its clock. */
const graceMs = 1_000;
/** An idle thread is stopped after this time. */
const keptMs = 30_000;
const maxMegabytes = 256;

let turn: Promise<unknown> = Promise.resolve();

export function inThread(task: Task): Promise<Outcome> {
  const mine = turn.then(() => send(task));
  turn = mine.catch(() => {});
  return mine;
}

interface Thread {
  worker: Worker;
  /** Resolves when the thread has loaded its modules. */
  ready: Promise<unknown>;
}

let thread: Thread | undefined;
let farewell: NodeJS.Timeout | undefined;

function begin(): Thread {
  const worker = new Worker(join(repository, "lib/expression/thread/worker.ts"), {
    env: {},
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  const ready = new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  return { worker, ready };
}

async function send(task: Task): Promise<Outcome> {
  clearTimeout(farewell);
  thread ??= begin();
  const { worker, ready } = thread;
  worker.ref();
  try {
    // The start of the thread does not count against the time of the first task.
    await ready;
    return await answerOf(worker, task);
  } catch (error) {
    // The thread is replaced after every failure.
    end(worker);
    throw error;
  } finally {
    worker.unref();
    farewell = setTimeout(() => end(worker), keptMs).unref();
  }
}

function end(worker: Worker): void {
  if (thread?.worker === worker) thread = undefined;
  void worker.terminate();
}

function answerOf(worker: Worker, task: Task): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(late);
      worker.off("message", onMessage).off("error", onError);
      act();
    };
    const onMessage = (outcome: Outcome) => settle(() => resolve(outcome));
    const lost = (fault: ExpressionFault) => settle(() => reject(fault));
    // Only failures that the engine itself cannot survive arrive here, most often endless recursion.
    const onError = () => lost(new ExpressionFault("The expression is nested too deep, or creates too much data."));
    const late = setTimeout(() => lost(lateFault()), task.ms + graceMs);
    worker.on("message", onMessage).on("error", onError);
    worker.postMessage(task);
  });
}
