// The table that every file of functions is tested by: what each gives in CEL, and what it refuses with which words.
import { describe, expect, test } from "vitest";
import { compile } from "../server/expression/compile.ts";
import { ExpressionFault } from "../server/expression/fault.ts";
import type { LibraryFunction } from "../server/expression/functions/function.ts";
import { waitMs } from "./time-limits.ts";

export interface Cases {
  good: [expression: string, result: unknown][];
  /** What is refused for taking too long says within how many milliseconds, so that nobody waits for as long as others may. */
  bad: [expression: string, sentence: string, within?: number][];
}

const values = {
  x: { a: 1 },
  text: "hello",
  items: [1, 2],
  pod: { name: "api", type: "Kubernetes::Pod", health: "unhealthy", labels: { app: "web" } },
};

export const run = async (text: string, given: Readonly<Record<string, unknown>> = {}, within = waitMs) =>
  (await compile("cel", text)).run({ ...values, ...given }, { within });

/** By name; a name that lives on two kinds of values has a row for each, with the kind behind it. */
export function prove(
  functions: readonly LibraryFunction[],
  cases: Readonly<Record<string, Cases>>,
  given: Readonly<Record<string, unknown>> = {},
): void {
  test("every row is of a function", () => {
    const names = new Set(functions.flatMap(({ name, on }) => [name, `${name}/${on}`]));
    expect(Object.keys(cases).filter((name) => !names.has(name))).toEqual([]);
  });

  describe.each(Object.entries(cases))("%s", (_, { good, bad }) => {
    test.each(good)("%s", async (text, expected) => {
      expect(await run(text, given)).toEqual(expected);
    });
    test.each(bad)("%s is refused", async (text, sentence, within) => {
      const fault: unknown = await run(text, given, within).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(ExpressionFault);
      expect((fault as ExpressionFault).message).toContain(sentence);
    });
  });
}
