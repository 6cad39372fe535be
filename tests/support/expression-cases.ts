// Tests each file of expression functions with a table: the result of each function in CEL, and the message of each
// error.
import { describe, expect, test } from "vitest";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import type { LibraryFunction } from "#lib/expression/functions/function.ts";
import { waitMs } from "./time-limits.ts";

export interface Cases {
  good: [expression: string, result: unknown][];
  /**
   * `within` is the time limit in milliseconds for an expression that is rejected because it takes too long, so that
   * the test does not wait for the default limit.
   */
  bad: [expression: string, sentence: string, within?: number][];
}

const values = {
  x: { a: 1 },
  text: "hello",
  items: [1, 2],
  pod: { name: "api", type: "Kubernetes::Pod", health: "unhealthy", labels: { app: "web" } },
};

export const run = async (text: string, variables: Readonly<Record<string, unknown>> = {}, within = waitMs) =>
  (await compile("cel", text)).run({ ...values, ...variables }, { within });

/**
 * Keys are function names. A name that is defined for two kinds of values has a row for each, with the key `name/kind`.
 */
export function prove(
  functions: readonly LibraryFunction[],
  cases: Readonly<Record<string, Cases>>,
  variables: Readonly<Record<string, unknown>> = {},
): void {
  test("every row names an existing function", () => {
    const names = new Set(functions.flatMap(({ name, on }) => [name, `${name}/${on}`]));
    expect(Object.keys(cases).filter((name) => !names.has(name))).toEqual([]);
  });

  describe.each(Object.entries(cases))("%s", (_, { good, bad }) => {
    test.each(good)("%s has the expected result", async (text, expected) => {
      expect(await run(text, variables)).toEqual(expected);
    });
    test.each(bad)("%s fails with the expected message", async (text, sentence, within) => {
      const fault: unknown = await run(text, variables, within).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(ExpressionFault);
      expect((fault as ExpressionFault).message).toContain(sentence);
    });
  });
}
