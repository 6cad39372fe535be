// Runs one check once, from its spec to its result. Used by the engine, by the form that tests an unsaved check, and by
// the command line.
import { printDuration } from "#lib/time/duration.ts";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { isRefused } from "#server/outbound/outbound.ts";
import { noting, type Noting } from "#server/outbound/places.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import { withErrorHandler } from "#lib/process/stray-errors.ts";
import { timeLimit } from "#lib/async/time-limit.ts";
import { isTimeout } from "#lib/async/timed-out.ts";
import type { System } from "#server/area.ts";
import { untilEnded } from "#lib/async/until-ended.ts";
import type { Json } from "#language/columns.ts";
import { failureOf } from "#areas/connections/server/index.ts";
import { CheckInvalid, CouldNotCheck, type CheckKind, type CheckRun } from "../check-kind.ts";
import { kindNamed } from "../checks/index.ts";
import { filledLabels, filledSpec, filledText, fillingOf, reachOf, type Reach } from "./resolve-spec.ts";
import { processLateness, watchRun, type Lateness, type Watch } from "./lateness.ts";
import { judge, measure, type Judging } from "./judge.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { retriesOf, withRetries, type WrittenRetries } from "./timing.ts";
import { failed, resultOf, type CheckResult, type NamedResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { expressionContext, lastResultOf, outputOf } from "./expressions.ts";
import { cleaned } from "./clean-result.ts";
import { writtenChecks } from "../spec/written-checks.ts";
import { ordered } from "./dependencies.ts";

/** The services that a run uses. The command line has no database, so specs cannot refer to connections there. */
export type Surroundings = Pick<System, "env" | "log" | "outbound" | "exec" | "files"> & {
  system?: System | undefined;
  /** Finds a kind by its type. Default: the kinds of checks/index.ts. */
  kindNamed?: ((type: string) => CheckKind | undefined) | undefined;
  /** Why checks of a type are disabled; undefined if they are enabled. */
  whyOff?: ((type: string) => string | undefined) | undefined;
  /** The delay of this process. Default: the measured delay. */
  lateness?: Lateness | undefined;
};

export interface RunOptions {
  signal: AbortSignal;
  /** Outputs of the checks that this check depends on, by name. */
  outputs?: Readonly<Record<string, unknown>> | undefined;
  /** Reads the last stored run; called when an expression uses it. */
  lastResult?: (() => Promise<Readonly<Record<string, unknown>> | undefined>) | undefined;
  /** Additional values for expressions. */
  values?: Readonly<Record<string, unknown>> | undefined;
  /** Shared by runs that exchange outputs, so that a secret of one run is removed from the others as well. */
  scrubber?: Scrubber | undefined;
  /** Whether the caller repeats the run if a delay of this process made it unusable. */
  isRepeated?: boolean | undefined;
}

export async function runCheck(check: RunnableCheck, around: Surroundings, options: RunOptions): Promise<CheckResult> {
  const start = new Date();
  const startedAt = performance.now();
  const { scrubber = createScrubber() } = options;
  const watch = watchRun(around.lateness ?? processLateness());
  let result: CheckResult;
  try {
    const off = around.whyOff?.(check.type);
    if (off !== undefined) throw new CouldNotCheck(off);
    if (check.canary.fault !== undefined) throw new CouldNotCheck(check.canary.fault);
    const prepared = prepare(check, around.kindNamed ?? kindNamed);
    const { env } = check.canary.spec;
    scrubber.know(...prepared.secrets, ...(env === undefined ? [] : secretTexts(undefined, { env })));
    result = await look(check, prepared, around, { ...options, scrubber, watch });
  } catch (error) {
    // An error outside of the kind is not a failure of the target.
    const because = error instanceof CheckInvalid ? "spec" : "us";
    const isExpected = because === "spec" || error instanceof CouldNotCheck || options.signal.aborted;
    if (!isExpected) around.log.error({ check: check.id, err: scrubber.error(error) }, "a check could not be run");
    const { aborted, reason: end } = options.signal;
    result = failed(reason(aborted && isAbort(error) ? end : error), {
      start,
      elapsedMs: performance.now() - startedAt,
      because,
    });
  }
  const isTargetFault = result.verdict === "unhealthy" && !result.isInvalid;
  const excuse = isTargetFault
    ? watch.excuse({ tookTooLong: result.tookTooLong ?? false, isLastTry: options.isRepeated !== true })
    : undefined;
  watch.end();
  if (excuse === undefined) return cleaned(result, scrubber);
  const spoiled = failed(excuse, { start: result.start, elapsedMs: result.durationMs, because: "us" });
  spoiled.isSpoiled = true;
  return cleaned(spoiled, scrubber);
}

type Looking = RunOptions & { scrubber: Scrubber; watch: Watch };

async function look(
  check: RunnableCheck,
  prepared: Prepared,
  around: Surroundings,
  options: Looking,
): Promise<CheckResult> {
  const retries = prepared.kind.retriesItself
    ? undefined
    : retriesOf(check.canary.spec["retries"] as WrittenRetries | undefined, prepared.retries);
  const context = expressionContext(check, prepared.endpoint, options.outputs ?? nothing, options.values);
  if (prepared.asksForLast) {
    const last = lastResultOf(await lastOf(options));
    context.last_result = () => last;
  }
  const reached = reachOf(check.canary, around, options.scrubber);
  const { ownWork } = options.watch;
  const reach: Reach = {
    connection: (reaching) => ownWork(() => reached.connection(reaching)),
    value: (written) => ownWork(() => reached.value(written)),
  };
  const filling = fillingOf(check, prepared.spec, context, reach);
  const isFilled = prepared.places.length > 0 && check.canary.annotations?.["template"] !== "false";
  const spec = isFilled ? await filledSpec(prepared.spec, prepared.places, filling) : prepared.spec;
  const run: CheckRun = {
    check,
    canary: check.canary,
    outbound: around.outbound(check.canary.trust),
    exec: around.exec,
    files: around.files,
    system: around.system,
    cluster: around.env.cluster,
    signal: options.signal,
    scrubber: options.scrubber,
    connection: reach.connection,
    value: reach.value,
    fill: (text, more) => ownWork(() => filledText(text, filling, { what: "The text", ...(more && { more }) })),
    runOthers: (others, values) =>
      runOthers(others, check, (item, outputs) =>
        runCheck(item, around, { signal: options.signal, scrubber: options.scrubber, outputs, values }),
      ),
  };
  const judging = { check, prepared, around: context, scrubber: options.scrubber };
  const once = () => lookOnce(spec, run, judging, around);
  const result = retries === undefined ? await once() : await withRetries(retries, options.signal, once);
  if (isFilled) result.labels = { ...filledLabels(prepared.places, spec), ...result.labels };
  return measure(result, judging);
}

const nothing = {};

async function lookOnce(spec: unknown, run: CheckRun, judging: Judging, { log }: Surroundings): Promise<CheckResult> {
  const start = new Date();
  const startedAt = performance.now();
  const stray = (error: unknown) =>
    log.warn({ check: run.check.id, err: run.scrubber.error(error) }, "a check failed late");
  const { outbound, whereOf } = noting(run.outbound);
  const { kind, limitMs } = judging.prepared;
  const message = `The check did not finish within ${printDuration(limitMs)}`;
  const { signal, done } = timeLimit({ timeoutMs: limitMs, signal: run.signal, message });
  let result: CheckResult;
  let output: string | undefined;
  try {
    const outcome = await untilEnded(
      signal,
      withErrorHandler(stray, () => kind.run(spec, { ...run, outbound, signal })),
    );
    output = outcome.output;
    result = resultOf(outcome, start, performance.now() - startedAt);
  } catch (error) {
    return thrown(error, { start, elapsedMs: performance.now() - startedAt, signal, whereOf });
  } finally {
    done();
  }
  return judging.prepared.isComputed ? judge(result, judging, output) : result;
}

/**
 * The type of the error shows where the fault is. An address that the outbound rules reject is a fault of the spec. A
 * run that was aborted early is not a failure of the target.
 */
function thrown(
  error: unknown,
  { start, elapsedMs, signal, whereOf }: { start: Date; elapsedMs: number; signal: AbortSignal } & AddressLookup,
): CheckResult {
  const isEnded = signal.aborted && isAbort(signal.reason);
  const isInvalid = error instanceof CheckInvalid || isRefused(error);
  const isClassified = isInvalid || error instanceof CouldNotCheck;
  const because = isInvalid ? "spec" : isClassified || isEnded ? "us" : "target";
  const cause: unknown = signal.aborted && !isClassified ? signal.reason : error;
  return failed(reason(cause, whereOf(error)), { start, elapsedMs, because, tookTooLong: isTimeout(cause) });
}

type AddressLookup = Pick<Noting, "whereOf">;

function reason(error: unknown, where?: ReturnType<Noting["whereOf"]>): string {
  if (isAbort(error)) return "The run was aborted before it finished";
  // No request was sent, so the failure is not related to an address.
  if (isDeadline(error) && where === undefined)
    return nodeTimeoutMessage.test(error.message) ? "The check did not finish in time" : error.message;
  const { message, fix } = failureOf(error).at(where);
  return fix === undefined ? message : `${message}. ${fix}`;
}

/** An abort without a reason is an AbortError; a deadline is a TimeoutError. */
const isAbort = (error: unknown) => error instanceof Error && error.name === "AbortError";
const isDeadline = (error: unknown): error is DOMException =>
  error instanceof DOMException && error.name === "TimeoutError";
/** The generic message of Node's own timeouts. */
const nodeTimeoutMessage = /^The operation was aborted/;

async function lastOf({ lastResult }: RunOptions) {
  try {
    return await lastResult?.();
  } catch (error) {
    if (isConnectionLost(error)) throw new CouldNotCheck("The last run cannot be read: the database is not available.");
    throw error;
  }
}

/**
 * Runs the nested checks of a check one after the other, against the objects that the check created. The results of the
 * nested checks are part of the outcome of the check.
 */
async function runOthers(
  spec: Readonly<Record<string, unknown>>,
  within: RunnableCheck,
  run: (check: RunnableCheck, outputs: Readonly<Record<string, unknown>>) => Promise<CheckResult>,
): Promise<NamedResult[]> {
  const canary = { ...within.canary, spec, isCreated: true };
  const checks = writtenChecks({ spec: spec as Json, namespace: canary.namespace }).map(
    ({ type, name, spec: written, labels }): RunnableCheck => ({
      id: within.id,
      type,
      name,
      spec: written,
      labels: { ...within.labels, ...labels },
      canary,
    }),
  );
  const outputs: Record<string, unknown> = {};
  const done: NamedResult[] = [];
  for (const { check, wrong } of ordered(checks)) {
    if (wrong !== undefined) throw new CheckInvalid(`${check.name}: ${wrong}`);
    if (check.type === within.type)
      throw new CheckInvalid(`A check of the type ${check.type} cannot contain checks of the same type.`);
    const result = await run(check, outputs);
    outputs[check.name] = outputOf(result);
    done.push({ ...result, name: check.name, type: check.type });
  }
  return done;
}
