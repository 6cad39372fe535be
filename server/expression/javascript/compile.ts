// JavaScript, run in a thread of its own, one script at a time. A script that does not end, or breaks its engine, takes the
// thread with it and nothing else.
import { Worker } from "node:worker_threads";
import { ExpressionFault, type Place } from "../fault.ts";
import type { Outcome, Task, Thrown } from "./engine.ts";

/** A script has so long unless somebody says otherwise; it holds up other scripts only. */
const usualMs = 1_000;
/** Beyond its own clock, for an engine that no longer looks at it. */
const graceMs = 1_000;
const longestParseMs = 1_000;
/** A thread that nobody needs goes. */
const keptMs = 30_000;

export async function compileJavaScript(source: string) {
  await run({ source, values: {}, parseOnly: true, ms: longestParseMs });
  return (values: Readonly<Record<string, unknown>>, ms = usualMs) =>
    run({ source, values: asJson(values), parseOnly: false, ms });
}

function asJson(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "function" ? undefined : JSON.stringify(value)] as const,
  );
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

let turn: Promise<unknown> = Promise.resolve();

function run(task: Task): Promise<unknown> {
  const mine = turn.then(() => inThread(task));
  turn = mine.catch(() => {});
  return mine;
}

let thread: Worker | undefined;
let farewell: NodeJS.Timeout | undefined;

async function inThread(task: Task): Promise<unknown> {
  clearTimeout(farewell);
  thread ??= new Worker(new URL("./worker.ts", import.meta.url), { env: {}, stdin: false });
  const worker = thread;
  worker.ref();
  const outcome = await answerOf(worker, task).finally(() => worker.unref());
  farewell = setTimeout(() => {
    thread = undefined;
    void worker.terminate();
  }, keptMs).unref();
  if ("thrown" in outcome) throw faultOf(outcome.thrown, task.parseOnly ? 1 : 0);
  return outcome.value;
}

function answerOf(worker: Worker, task: Task): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(late);
      worker.off("message", onMessage).off("error", onError);
      act();
    };
    const onMessage = (outcome: Outcome) => settle(() => resolve(outcome));
    const lost = (message: string) =>
      settle(() => {
        thread = undefined;
        void worker.terminate();
        reject(new ExpressionFault(message));
      });
    // Only what the engine itself cannot survive comes here: most often a script without a bottom.
    const onError = () => lost("The script is nested too deep, or makes more than fits.");
    const late = setTimeout(() => lost("The expression takes too long."), task.ms + graceMs);
    worker.on("message", onMessage).on("error", onError);
    worker.postMessage(task);
  });
}

function faultOf({ name, message, stack }: Thrown, linesAbove: number): ExpressionFault {
  if (message === "interrupted") return new ExpressionFault("The expression takes too long.");
  if (message === "out of memory" || name === "null")
    return new ExpressionFault("The expression makes more than fits.");
  const at = /expression\.js:(\d+)(?::(\d+))?/.exec(stack);
  const place: Place | undefined = at
    ? { line: Math.max(1, Number(at[1]) - linesAbove), column: Number(at[2] ?? 1) }
    : undefined;
  return new ExpressionFault(`${name}: ${message}.`, { place });
}
