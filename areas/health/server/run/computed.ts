// What is computed from a result: an expression in one of four notations, compiled once for a spec.
import { ExpressionFault } from "#server/expression/fault.ts";
import { compile, type CompileOptions, type Notation, type Values } from "#server/expression/compile.ts";
import { callablesOfChecks } from "#server/expression/callables.ts";
import { faultText } from "#server/expression/check.ts";
import { CheckInvalid } from "../check-kind.ts";

/** In the words of manifests: one of them is given. */
export interface WrittenExpression {
  expr?: string | undefined;
  template?: string | undefined;
  javascript?: string | undefined;
  jsonPath?: string | undefined;
  jsonpath?: string | undefined;
}

export interface Computed {
  /** As it is written, to say which one was wrong. */
  text: string;
  /** Whether it asks for the last run that is kept. */
  asksForLast: boolean;
  /** Throws an ExpressionFault, or a CheckInvalid for what cannot even be read. */
  run(values: Values): Promise<unknown>;
}

const notations: readonly (readonly [keyof WrittenExpression, Notation | "jsonpath"])[] = [
  ["expr", "cel"],
  ["template", "template"],
  ["javascript", "javascript"],
  ["jsonPath", "jsonpath"],
  ["jsonpath", "jsonpath"],
];

/** Undefined where nothing is written. */
export function computed(written: WrittenExpression | undefined): Computed | undefined {
  if (written === undefined) return undefined;
  for (const [field, notation] of notations) {
    const text = written[field];
    if (text !== undefined && text.trim() !== "") return expression(notation, text);
  }
  return undefined;
}

export function expression(notation: Notation | "jsonpath", text: string): Computed {
  const asksForLast = text.includes("last_result");
  let compiled: Promise<{ run(values: Values): Promise<unknown> }> | undefined;
  return {
    text,
    asksForLast,
    async run(values) {
      // A promise that failed is made anew: reading a script takes a thread, which may have been ended.
      compiled ??= read(notation, text, asksForLast).catch((error: unknown) => {
        compiled = undefined;
        throw error instanceof ExpressionFault ? new CheckInvalid(`${inWords(error)} In: ${shown(text)}`) : error;
      });
      return (await compiled).run(values);
    },
  };
}

// Functions among the values keep an expression in this thread, so that only those have them that use them.
const withLast: CompileOptions = { callables: callablesOfChecks };

async function read(notation: Notation | "jsonpath", text: string, asksForLast: boolean) {
  if (notation !== "jsonpath") return compile(notation, text, asksForLast ? withLast : {});
  const path = await compile("cel", `jsonpath(${JSON.stringify(text)}, data)`);
  return { run: (values: Values) => path.run({ data: values }) };
}

/** What an expression threw, in one line; anything else is no fault of it. */
export function inWords(error: unknown): string {
  if (error instanceof ExpressionFault) return faultText(error);
  throw error;
}

const longestShown = 200;

/** An expression as it is repeated in a message. */
export const shown = (text: string) => {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
};
