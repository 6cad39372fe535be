// Parses long texts in a worker.
import { threadOf } from "../thread.ts";
import type { ParseResponses, ParseRequest } from "./text.worker.ts";

const ask = threadOf<ParseRequest>(
  () => new Worker(new URL("./text.worker.ts", import.meta.url), { type: "module" }),
  "The worker that parses long texts has failed.",
);

/** Rejects if no worker can be started: the caller then has to parse the text itself. */
export const askWorker = <Type extends keyof ParseResponses>(request: Extract<ParseRequest, { want: Type }>) =>
  ask<ParseResponses[Type]>(request);

/**
 * Maximum number of characters. Longer texts are parsed in a worker and not at every key press, because parsing takes
 * noticeable time.
 */
const LONG = 30_000;

export const isLong = (text: string) => text.length >= LONG;
