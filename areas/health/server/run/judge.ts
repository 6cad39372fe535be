// Applies the expressions of a spec to a result: transform, display, test, metrics, in this order. All of them can make a
// run fail, but only a transform can make it pass.
import type { Scrubber } from "#server/scrub.ts";
import { toJson } from "#server/expression/json-text.ts";
import { print } from "#server/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";
import { inWords, shown, type Computed } from "./computed.ts";
import { apply, failOnEmpty, createdCheck } from "./created-checks.ts";
import { measured, MetricFault } from "./metrics.ts";
import type { Prepared } from "./prepare.ts";
import { fail, noData, type CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { expressionValues, type ExpressionContext } from "./expression-values.ts";
import { readTransformed, TransformFault } from "./transform.ts";
import { usedValues } from "./used-values.ts";

export interface Judging {
  check: RunnableCheck;
  prepared: Prepared;
  around: ExpressionContext;
  scrubber: Pick<Scrubber, "text">;
}

/**
 * Changes the result in place; no other code refers to it. `output` is added to the error of a failed test, such as the
 * output of a script.
 */
export async function judge(result: CheckResult, judging: Judging, output?: string): Promise<CheckResult> {
  const { transform, display, test } = judging.prepared;
  return readable(result, async () => {
    if (transform && isJudged(result)) await transformed(transform, result, judging);
    if (display && isJudged(result)) await displayed(display, result, judging);
    if (test && isJudged(result)) await tested(test, result, judging, output);
  });
}

/** Marks the check as invalid when one of its expressions does not compile. */
async function readable(result: CheckResult, work: () => Promise<void>): Promise<CheckResult> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CheckInvalid)) throw error;
    result.isInvalid = true;
    fail(result, error.message);
  }
  return result;
}

/** Expressions are skipped when the run has no data, is invalid, or failed on our side. */
const isJudged = ({ data, isInvalid, verdict }: CheckResult) =>
  data !== noData && !isInvalid && verdict !== "could_not_check";

/** Runs after the last attempt, so that a retried check is measured once. */
export async function measure(result: CheckResult, { prepared, around }: Judging): Promise<CheckResult> {
  if (prepared.metrics.length === 0 || !isJudged(result)) return result;
  const values = expressionValues(result, around);
  return readable(result, async () => {
    for (const metric of prepared.metrics) {
      try {
        const value = await measured(metric, values);
        if (value) result.metrics = [...result.metrics, value];
      } catch (error) {
        if (!(error instanceof MetricFault)) throw error;
        fail(result, error.message);
      }
    }
  });
}

async function transformed(
  transform: Computed,
  result: CheckResult,
  { check, prepared, around }: Judging,
): Promise<void> {
  const wasPassing = result.verdict === "healthy";
  try {
    const output = readTransformed(await transform.run(expressionValues(result, around)), check);
    switch (output.kind) {
      case "nothing":
        result.createdChecks = [];
        if (prepared.failsOnEmpty) failOnEmpty(result);
        return;
      case "result":
        apply(output.entry, result);
        if (result.verdict !== "healthy") result.tookTooLong ||= judgesTime(transform);
        return;
      case "checks":
        result.createdChecks = output.entries.map((entry) => createdCheck(entry, check, prepared));
        // The created checks hold the detail.
        result.detail = null;
        return;
      case "canaries":
        if (check.canary.isCreated)
          throw new TransformFault("A canary that was created by a check cannot create further ones.");
        result.createdCanaries = output.canaries;
        result.detail = null;
        return;
    }
  } catch (error) {
    // A value that is missing after a failure is not reported as a second failure.
    if (error instanceof TransformFault) fail(result, `The transform cannot be used: ${error.message}`);
    else if (wasPassing) fail(result, `The transform failed: ${inWords(error)}`);
    else inWords(error);
  }
}

async function displayed(display: Computed, result: CheckResult, { around }: Judging): Promise<void> {
  try {
    result.message = printed(await display.run(expressionValues(result, around)));
  } catch (error) {
    const why = inWords(error);
    if (result.verdict === "healthy") fail(result, `The display failed: ${why}`);
  }
}

async function tested(
  test: Computed,
  result: CheckResult,
  { around, scrubber }: Judging,
  output?: string,
): Promise<void> {
  try {
    const values = expressionValues(result, around);
    const returned = printed(await test.run(values));
    const verdict = verdicts.get(returned.trim());
    if (verdict === undefined)
      fail(result, `The test returned ${JSON.stringify(shown(returned))}, which is neither true nor false`);
    else if (!verdict) {
      fail(result, failedTest(test.text, usedValues(test.text, values, scrubber.text), output));
      result.tookTooLong ||= judgesTime(test);
    }
  } catch (error) {
    const why = inWords(error);
    if (result.verdict === "healthy") fail(result, `The test failed: ${why}`);
  }
}

/** The output is left out when the values show it already. */
function failedTest(text: string, used: string, output = ""): string {
  const failure = `The test failed: ${shown(text)}${used === "" ? "" : ` (${used})`}`;
  return output === "" || used.includes(JSON.stringify(output)) ? failure : `${failure}\n${output}`;
}

/** Whether an expression uses the duration of the run. */
const judgesTime = ({ text }: Computed) => /\b(?:duration|elapsed)\b/.test(text);

const printed = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
    ? toJson(value)
    : print(value);

const verdicts: ReadonlyMap<string, boolean> = new Map(
  (
    [
      [true, ["1", "t", "T", "true", "True", "TRUE"]],
      [false, ["0", "f", "F", "false", "False", "FALSE"]],
    ] as const
  ).flatMap(([verdict, words]) => words.map((word) => [word, verdict] as const)),
);
