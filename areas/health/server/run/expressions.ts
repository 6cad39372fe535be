// Compiles the expressions of a check, in one of four notations, once per spec. Provides the values that they can read:
// the data of the kind as top-level names, the check, the canary, and the outputs of other checks.
import { ExpressionFault } from "#lib/expression/fault.ts";
import { compile, type CompileOptions, type Notation, type Values } from "#lib/expression/compile.ts";
import { callablesOfChecks } from "#lib/expression/callables.ts";
import { faultText } from "#lib/expression/check.ts";
import { headerMap } from "#lib/expression/header-map.ts";
import { isMap } from "#lib/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

/** The expression fields of a manifest. The first field that is not empty is used. */
export interface WrittenExpression {
  expr?: string | undefined;
  template?: string | undefined;
  javascript?: string | undefined;
  jsonPath?: string | undefined;
  jsonpath?: string | undefined;
}

export interface Computed {
  /** The source text, quoted in error messages. */
  text: string;
  /** Whether the expression reads the last stored run (`last_result`). */
  asksForLast: boolean;
  /** Throws an ExpressionFault, or a CheckInvalid when the expression does not compile. */
  run(values: Values): Promise<unknown>;
}

const notations: readonly (readonly [keyof WrittenExpression, Notation | "jsonpath"])[] = [
  ["expr", "cel"],
  ["template", "template"],
  ["javascript", "javascript"],
  ["jsonPath", "jsonpath"],
  ["jsonpath", "jsonpath"],
];

/** Returns undefined if the manifest has no expression. */
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
      // Compiles again after a failure, because compiling a script needs a worker thread, which may have been
      // terminated.
      compiled ??= read(notation, text, asksForLast).catch((error: unknown) => {
        compiled = undefined;
        throw error instanceof ExpressionFault ? new CheckInvalid(`${inWords(error)} In: ${shown(text)}`) : error;
      });
      return (await compiled).run(values);
    },
  };
}

// An expression that uses functions from its values must run in this thread, so functions are only passed to
// expressions that use them.
const withLast: CompileOptions = { callables: callablesOfChecks };

async function read(notation: Notation | "jsonpath", text: string, asksForLast: boolean) {
  if (notation !== "jsonpath") return compile(notation, text, asksForLast ? withLast : {});
  const path = await compile("cel", `jsonpath(${JSON.stringify(text)}, data)`);
  return { run: (values: Values) => path.run({ data: values }) };
}

/** Returns the message of an ExpressionFault in one line; rethrows any other error. */
export function inWords(error: unknown): string {
  if (error instanceof ExpressionFault) return faultText(error);
  throw error;
}

const maxShownLength = 200;

/** Shortens an expression for use in a message. */
export const shown = (text: string) => {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line;
};

/** The values that are the same for all expressions of a run. */
export interface ExpressionContext {
  check: Readonly<Record<string, unknown>>;
  canary: Readonly<Record<string, unknown>>;
  /** Outputs of the checks that this check depends on, by name. */
  outputs: Readonly<Record<string, unknown>>;
  last_result?: () => LastResult;
}

export type LastResult = Readonly<Record<string, unknown>>;

/** The value of `last_result` for a check that never ran. */
const never: LastResult = {
  status: "",
  invalid: false,
  createdAt: "",
  duration: 0,
  message: "",
  error: "",
  results: {},
};

export function lastResultOf(found: LastResult | undefined): LastResult {
  const results: unknown = found?.["results"];
  if (!isMap(results) || !isMap(results["headers"])) return { ...never, ...found };
  return { ...never, ...found, results: { ...results, headers: headerMap(results["headers"]) } };
}

export const expressionContext = (
  { id, name, description = "", labels, canary }: RunnableCheck,
  endpoint: string | undefined,
  outputs: ExpressionContext["outputs"],
  values: Values = {},
): ExpressionContext => ({
  ...values,
  check: { id, name, description, labels, endpoint: endpoint ?? "" },
  canary: { id: canary.id, name: canary.name, namespace: canary.namespace, labels: canary.labels },
  outputs,
});

/** Only the values that an expression uses are converted, so building this object is cheap. */
export const expressionValues = (result: CheckResult, around: ExpressionContext): Values => ({
  duration: result.durationMs,
  error: result.error,
  message: result.message,
  pass: result.verdict === "healthy",
  errorType: "",
  ...around,
  ...result.data,
});

/** The output that dependent checks can read. */
export const outputOf = ({ data, verdict, message, durationMs }: CheckResult): Readonly<Record<string, unknown>> => ({
  ...data,
  pass: verdict === "healthy",
  message,
  duration: durationMs,
});
