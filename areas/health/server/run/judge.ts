// Applies the expressions of a spec to a result: transform, display, test, metrics, in this order. All of them can make
// a run fail, but only a transform can make it pass.
import type { Scrubber } from "#server/scrub/scrub.ts";
import { toJson } from "#lib/expression/json-text.ts";
import { print, isNumber, Span, isMap } from "#lib/expression/values.ts";
import type { Values } from "#lib/expression/compile.ts";
import { CheckInvalid } from "../check-kind.ts";
import { inWords, shown, expressionValues, type Computed, type ExpressionContext } from "./expressions.ts";
import { apply, failOnEmpty, createdCheck, readTransformed, TransformFault } from "./transform.ts";
import type { ComputedMetric, Prepared } from "./prepare.ts";
import { fail, noData, type CheckResult, type Metric } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

export interface Judging {
  check: RunnableCheck;
  prepared: Prepared;
  around: ExpressionContext;
  scrubber: Pick<Scrubber, "text">;
}

/**
 * Changes the result in place, which is safe because no other code refers to it. `output`, such as the output of a
 * script, is added to the error of a failed test.
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
        // The detail of each entry is stored with the created check.
        result.detail = null;
        return;
      case "canaries":
        if (check.canary.isCreated)
          throw new TransformFault("A canary that was created by a check cannot create further canaries.");
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
    result.displayed = printed(await display.run(expressionValues(result, around)));
    result.message = result.displayed;
  } catch (error) {
    const why = inWords(error);
    if (result.verdict === "healthy") fail(result, `Evaluating the display template failed: ${why}`);
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

/** Leaves out the output if the values already contain it. */
function failedTest(text: string, used: string, output = ""): string {
  const failure = `The test failed: ${shown(text)}${used === "" ? "" : ` (${used})`}`;
  return output === "" || used.includes(JSON.stringify(output)) ? failure : `${failure}\n${output}`;
}

/** Whether an expression reads the duration of the run. */
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

// Metrics: an expression over the data of the run computes each value.

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Returns undefined for a counter that does not increase. Throws a MetricFault with a message for the author of the
 * spec.
 */
async function measured(metric: ComputedMetric, values: Values): Promise<Metric | undefined> {
  const { name, type } = metric;
  const wrong = (why: string) => new MetricFault(`The metric ${name} ${why}`);
  if (!metricName.test(name)) throw wrong("is not a valid metric name: use letters, digits and underscores");
  const compute = (computed: Computed) =>
    computed.run(values).catch((error: unknown) => {
      throw wrong(`cannot be computed: ${inWords(error)}`);
    });
  const value = figureOf(await compute(metric.value));
  if (value === undefined) throw wrong(`is not a number: ${metric.value.text}`);
  if (type === "counter" && value <= 0) return undefined;
  const labels: Record<string, string> = {};
  for (const label of metric.labels) {
    if (!labelName.test(label.name)) throw wrong(`has the label ${label.name}, which is not a valid label name`);
    labels[label.name] = typeof label.value === "string" ? label.value : print(await compute(label.value));
  }
  return { name, type, labels, value };
}

class MetricFault extends Error {
  override readonly name = "MetricFault";
}

function figureOf(value: unknown): number | undefined {
  if (value instanceof Span) return value.ms;
  if (typeof value === "boolean") return Number(value);
  const figure = isNumber(value) || (typeof value === "string" && value.trim() !== "") ? Number(value) : Number.NaN;
  return Number.isFinite(figure) ? figure : undefined;
}

// Lists the values that a failed test used, for its error message: `code is 500, results.stdout is "ebb"`.

const maxValues = 5;
const maxLength = 100;

const literal = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/.source;
const step = /\??\.\??[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\]|\['[^']*'\]/.source;
/** Literals match first, so that names inside them are skipped. A name after a dot belongs to a different value. */
const reference = new RegExp(
  `${literal}|(?<!\\w)(?<![\\w)\\]]\\.)(?<root>[A-Za-z_]\\w*)(?<steps>(?:${step})*)(?<isCall>\\s*\\()?`,
  "g",
);

/** Matches the variable of `list.exists(x, …)`, which hides a value of the same name. */
const loopVariable = /\.(?:all|exists|exists_one|filter|map)\(\s*(\w+)\s*,/g;

/**
 * Finds dotted paths in the source of an expression; CEL, Go templates and JavaScript use the same notation. `clean`
 * removes secrets, which must happen before a value is cut.
 */
function usedValues(text: string, values: Values, clean: (text: string) => string): string {
  const found = new Map<string, string>();
  const loopVariables = new Set([...text.matchAll(loopVariable)].map(([, name]) => name));
  for (const { groups } of text.matchAll(reference)) {
    if (found.size === maxValues) break;
    if (groups === undefined || groups["root"] === undefined) continue;
    const { root, steps = "", isCall } = groups;
    const all = steps.match(new RegExp(step, "g")) ?? [];
    // The last name before a parenthesis is a function.
    if (isCall !== undefined && all.length === 0) continue;
    const used = isCall === undefined ? all : all.slice(0, -1);
    if (loopVariables.has(root) || !Object.hasOwn(values, root) || typeof values[root] === "function") continue;
    const value = used.reduce((held, name) => valueAt(held, name.replaceAll(/[?.[\]"']/g, "")), values[root]);
    found.set(`${root}${used.join("")}`, described(value, clean));
  }
  return [...found].map(([path, value]) => `${path} is ${value}`).join(", ");
}

function valueAt(held: unknown, key: string): unknown {
  if (Array.isArray(held)) return held[Number(key)] as unknown;
  if (held instanceof Map) return held.get(key) as unknown;
  return isMap(held) && Object.hasOwn(held, key) ? held[key] : undefined;
}

function described(value: unknown, clean: (text: string) => string): string {
  if (value === undefined || value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value instanceof Map) return `a map of ${value.size}`;
  if (isMap(value)) return `a map of ${Object.keys(value).length}`;
  const text = clean(print(value));
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return typeof value === "string" ? JSON.stringify(cut) : cut;
}
