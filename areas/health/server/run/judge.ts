// Applies the expressions of a spec to a finding: transform, display, test, metrics, in this order. All of them can make a
// run fail, but only a transform can make it pass.
import type { Scrubber } from "#server/scrub.ts";
import { toJson } from "#server/expression/json-text.ts";
import { print } from "#server/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";
import { inWords, shown, type Computed } from "./computed.ts";
import { fail, type Finding } from "./finding.ts";
import { apply, failOnEmpty, createdCheck } from "./created-checks.ts";
import { measured, MetricFault } from "./metrics.ts";
import type { Prepared } from "./prepare.ts";
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

/** Changes the finding in place; no other code refers to it. */
export async function judge(finding: Finding, judging: Judging): Promise<Finding> {
  const { transform, display, test } = judging.prepared;
  return readable(finding, async () => {
    if (transform && isJudged(finding)) await transformed(transform, finding, judging);
    if (display && isJudged(finding)) await displayed(display, finding, judging);
    if (test && isJudged(finding)) await tested(test, finding, judging);
  });
}

/** Marks the check as invalid when one of its expressions does not compile. */
async function readable(finding: Finding, work: () => Promise<void>): Promise<Finding> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CheckInvalid)) throw error;
    finding.isInvalid = true;
    fail(finding, error.message);
  }
  return finding;
}

/** Expressions are skipped when the run has no data, is invalid, or failed on our side. */
const isJudged = ({ data, isInvalid, isOurFault }: Finding) => data !== undefined && !isInvalid && !isOurFault;

/** Runs after the last attempt, so that a retried check is measured once. */
export async function measure(finding: Finding, { prepared, around }: Judging): Promise<Finding> {
  if (prepared.metrics.length === 0 || !isJudged(finding)) return finding;
  const values = expressionValues(finding, around);
  return readable(finding, async () => {
    for (const metric of prepared.metrics) {
      try {
        const value = await measured(metric, values);
        if (value) finding.metrics = [...finding.metrics, value];
      } catch (error) {
        if (!(error instanceof MetricFault)) throw error;
        fail(finding, error.message);
      }
    }
  });
}

async function transformed(transform: Computed, finding: Finding, { check, prepared, around }: Judging): Promise<void> {
  const wasPassing = finding.pass;
  try {
    const output = readTransformed(await transform.run(expressionValues(finding, around)), check);
    switch (output.kind) {
      case "nothing":
        finding.createdChecks = [];
        if (prepared.failsOnEmpty) failOnEmpty(finding);
        return;
      case "result":
        apply(output.entry, finding);
        if (!finding.pass) finding.tookTooLong ||= judgesTime(transform);
        return;
      case "checks":
        finding.createdChecks = output.entries.map((entry) => createdCheck(entry, check, prepared));
        // The created checks hold the detail.
        finding.detail = null;
        return;
      case "canaries":
        if (check.canary.isCreated)
          throw new TransformFault("A canary that was created by a check cannot create further ones.");
        finding.createdCanaries = output.canaries;
        finding.detail = null;
        return;
    }
  } catch (error) {
    // A value that is missing after a failure is not reported as a second failure.
    if (error instanceof TransformFault) fail(finding, `The transform cannot be used: ${error.message}`);
    else if (wasPassing) fail(finding, `The transform failed: ${inWords(error)}`);
    else inWords(error);
  }
}

async function displayed(display: Computed, finding: Finding, { around }: Judging): Promise<void> {
  try {
    finding.message = printed(await display.run(expressionValues(finding, around)));
  } catch (error) {
    const why = inWords(error);
    if (finding.pass) fail(finding, `The display failed: ${why}`);
  }
}

async function tested(test: Computed, finding: Finding, { around, scrubber }: Judging): Promise<void> {
  try {
    const values = expressionValues(finding, around);
    const output = printed(await test.run(values));
    const verdict = verdicts.get(output.trim());
    if (verdict === undefined)
      fail(finding, `The test returned ${JSON.stringify(shown(output))}, which is neither true nor false`);
    else if (!verdict) {
      fail(finding, failedTest(test.text, usedValues(test.text, values, scrubber.text), finding.output));
      finding.tookTooLong ||= judgesTime(test);
    }
  } catch (error) {
    const why = inWords(error);
    if (finding.pass) fail(finding, `The test failed: ${why}`);
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
