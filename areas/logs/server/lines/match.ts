// Keeps the lines for which one of several expressions is true.
import { setImmediate } from "node:timers/promises";
import { compile } from "#lib/expression/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { problem } from "#language/problem.ts";
import type { LogLine } from "../../contract.ts";

/** Expressions read the fields of a line: `severity == 'error' && labels.app == 'shop'`. */
export async function matchLines(lines: readonly LogLine[], expressions: readonly string[]): Promise<LogLine[]> {
  if (expressions.length === 0) return [...lines];
  const kept: LogLine[] = [];
  try {
    const compiled = await Promise.all(expressions.map((expression) => compile("cel", expression)));
    const deadline = performance.now() + maxMs;
    let turn = performance.now();
    for (const line of lines) {
      for (const expression of compiled)
        if ((await expression.run({ ...blank, ...line })) === true) {
          kept.push(line);
          break;
        }
      if (performance.now() - turn < turnMs) continue;
      await setImmediate();
      turn = performance.now();
      if (turn > deadline) throw problem.invalid("The lines cannot be filtered: the expressions take too long.");
    }
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw problem.invalid(`The lines cannot be filtered: ${faultText(error)}`);
  }
  return kept;
}

/** The time limit for filtering all lines. */
const maxMs = 10_000;
/** The processing time after which other requests can run. */
const turnMs = 10;

/** Every field exists, so that an expression can compare it. */
const blank = { severity: "", host: "", source: "" };
