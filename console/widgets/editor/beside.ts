// Reads long texts in a thread of their own. It is started with the first one, and tried again when it could not start.
import type { Answers, Question } from "./beside.worker.ts";

interface Waiting {
  resolve(answer: never): void;
  reject(why: Error): void;
}

let thread: Worker | undefined;
let asked = 0;
const waiting = new Map<number, Waiting>();

/** Fails when there is no such thread here: then the question is to be answered by who asks. */
export function askBeside<Want extends keyof Answers>(
  question: Extract<Question, { want: Want }>,
): Promise<Answers[Want]> {
  return new Promise((resolve, reject) => {
    thread ??= start();
    const id = (asked += 1);
    waiting.set(id, { resolve, reject });
    thread.postMessage({ id, question });
  });
}

function start(): Worker {
  const worker = new Worker(new URL("./beside.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer: never }>) => {
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    worker.terminate();
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error("The thread that reads long texts has failed."));
    waiting.clear();
  });
  return worker;
}
