// One run of one check by the engine: it waits for room, ends at its deadline whatever it does, and always comes to a result.
// What went wrong on our side is told apart from what is wrong with what is checked.
import { setTimeout as delay } from "node:timers/promises";
import { printDuration } from "#language/duration.ts";
import { runCheck, type RunOptions, type Surroundings } from "../run/run-check.ts";
import { bareResult, type CheckRan } from "../run/result.ts";
import type { Caps } from "./caps.ts";
import { couldNotCheck } from "./could-not-check.ts";
import type { LoadedCheck } from "./loaded.ts";
import { noticeableMs, type Stalls } from "./stalls.ts";

export interface RunTools {
  around: Surroundings;
  caps: Caps;
  stalls: Pick<Stalls, "since">;
}

export interface RunOneOptions extends Pick<RunOptions, "outputs" | "lastResult" | "scrubber"> {
  /** Nobody wants the result any more. */
  signal: AbortSignal;
  /** For room to run in. */
  waitMs: number;
}

/** A kind that does not heed its signal is left behind after this. */
const heedMs = 250;

/** Undefined when it was given up. */
export async function runOne(
  { check, host, deadlineMs }: LoadedCheck,
  { around, caps, stalls }: RunTools,
  { signal, waitMs, ...options }: RunOneOptions,
): Promise<CheckRan | undefined> {
  const release = await caps.take({ type: check.type, host }, { withinMs: waitMs, signal });
  if (signal.aborted) return release?.() as undefined;
  if (!release) return { result: couldNotCheck(overloaded(check.type, host, waitMs)) };
  const start = Date.now();
  const ending = new AbortController();
  const giveUp = () => ending.abort(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  const late = Symbol("late");
  const isOver = () =>
    ending.abort(new DOMException(`It was not done after ${printDuration(deadlineMs)}`, "TimeoutError"));
  const deadline = setTimeout(isOver, deadlineMs);
  const ended = new Promise<typeof late>((resolve) => {
    ending.signal.addEventListener("abort", () => void delay(heedMs).then(() => resolve(late)), { once: true });
  });
  try {
    const ran = await Promise.race([runCheck(check, around, { signal: ending.signal, ...options }), ended]);
    if (signal.aborted) return undefined;
    if (ran === late) return { result: unlessStalled(tooLong(new Date(start), deadlineMs), stalls) };
    return { ...ran, result: unlessStalled(ran.result, stalls) };
  } catch (error) {
    // Runs answer with a result, whatever they meet: this is a defect, and no news about what is checked.
    around.log.error({ err: error, check: check.id, type: check.type }, "running a check failed");
    const message = error instanceof Error ? error.message : String(error);
    return { result: couldNotCheck(`Running the check failed: ${message}`, new Date(start)) };
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", giveUp);
    release();
  }
}

const overloaded = (type: string, host: string | undefined, waitMs: number) =>
  `Runner overload: within ${printDuration(waitMs)} there was no room for another ${type} check${host === undefined ? "" : ` of ${host}`}.`;

const tooLong = (start: Date, deadlineMs: number): CheckRan["result"] => ({
  ...bareResult("unhealthy", start),
  error: `It was not done after ${printDuration(deadlineMs)}, and was ended.`,
  durationMs: deadlineMs,
});

/** Who stood still himself cannot tell that somebody else was late. */
function unlessStalled(result: CheckRan["result"], stalls: Pick<Stalls, "since">): CheckRan["result"] {
  if (result.verdict !== "unhealthy" || result.isInvalid) return result;
  const stall = stalls.since(result.start.getTime());
  if (!stall || stall.to - stall.from < noticeableMs) return result;
  const reason = `The runner stood still for ${printDuration(stall.to - stall.from)} during the run.`;
  return { ...couldNotCheck(reason, result.start), durationMs: result.durationMs };
}
