// One thread, one task at a time. A task that does not end, or breaks its engine, takes the thread with it and nothing else.
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { repository } from "../../repository.ts";
import { ExpressionFault } from "../fault.ts";
import type { Outcome, Task } from "./task.ts";

/** Beyond its own clock, for an engine that no longer looks at it. */
const graceMs = 1_000;
/** A thread that nobody needs goes. */
const keptMs = 30_000;
const mostMegabytes = 256;

let turn: Promise<unknown> = Promise.resolve();

export function inThread(task: Task): Promise<Outcome> {
  const mine = turn.then(() => send(task));
  turn = mine.catch(() => {});
  return mine;
}

interface Thread {
  worker: Worker;
  /** When it has loaded what it needs. */
  ready: Promise<unknown>;
}

let thread: Thread | undefined;
let farewell: NodeJS.Timeout | undefined;

function begin(): Thread {
  const worker = new Worker(join(repository, "server/expression/thread/worker.ts"), {
    env: {},
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
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
    // What it takes to start is not on the account of the first task.
    await ready;
    return await answerOf(worker, task);
  } catch (error) {
    // Whatever went wrong with it, nobody waits for this one again.
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
    const lost = (message: string) => settle(() => reject(new ExpressionFault(message)));
    // Only what the engine itself cannot survive comes here: most often a script without a bottom.
    const onError = () => lost("The expression is nested too deep, or makes more than fits.");
    const late = setTimeout(() => lost("The expression takes too long."), task.ms + graceMs);
    worker.on("message", onMessage).on("error", onError);
    worker.postMessage(task);
  });
}
