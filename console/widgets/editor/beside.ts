// Reads long texts in a thread of their own.
import { threadOf } from "../thread.ts";
import type { Answers, Question } from "./beside.worker.ts";

const ask = threadOf<Question>(
  () => new Worker(new URL("./beside.worker.ts", import.meta.url), { type: "module" }),
  "The thread that reads long texts has failed.",
);

/** Fails when there is no such thread here: then the question is to be answered by who asks. */
export const askBeside = <Want extends keyof Answers>(question: Extract<Question, { want: Want }>) =>
  ask<Answers[Want]>(question);
