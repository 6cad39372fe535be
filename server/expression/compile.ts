// The one entry to expressions: compile(notation, text) once, run it as often as needed. Faults say where and what was
// probably meant; nothing runs longer, or makes more, than it may.
import { withinBudget } from "./budget.ts";
import { compileCel, type CelCallables } from "./cel/compile.ts";
import { ExpressionFault } from "./fault.ts";
import { compileJavaScript } from "./javascript/compile.ts";
import { compileTemplate } from "./template/compile.ts";
import { templateFunctions } from "./template/functions.ts";
import { braces, dollars } from "./template/lex.ts";

export type Notation = "cel" | "template" | "javascript";

export type Values = Readonly<Record<string, unknown>>;

export interface RunOptions {
  /** Milliseconds; more than the default holds up everybody else in this process. */
  within?: number;
}

export interface Expression {
  run(values: Values, options?: RunOptions): Promise<unknown>;
}

export interface CompileOptions {
  /** Functions among the values of a run, and how many values each takes. */
  callables?: CelCallables;
}

/** Nobody notices that the process did nothing else for so long. Scripts have a thread and more time. */
const usualMs = 40;
const mostMade = 20_000_000;
const longestSource = 64 * 1024;
const mostKept = 2_000;

const kept = new Map<string, Promise<Expression>>();

export function compile(
  notation: Notation,
  text: string,
  { callables = {} }: CompileOptions = {},
): Promise<Expression> {
  const key = `${notation}\0${Object.entries(callables).join(";")}\0${text}`;
  let found = kept.get(key);
  if (found) {
    // Used last, dropped last.
    kept.delete(key);
  } else {
    found = compiled(notation, text, callables);
    found.catch(() => kept.delete(key));
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  }
  kept.set(key, found);
  return found;
}

async function compiled(notation: Notation, text: string, callables: CelCallables): Promise<Expression> {
  if (text.length > longestSource) throw new ExpressionFault("An expression is 64 kB long at most.");
  if (notation === "javascript") {
    const evaluate = await compileJavaScript(text);
    return { run: (values, { within } = {}) => evaluate(values, within) };
  }
  const evaluate = notation === "cel" ? compileCel(text, callables) : compileText(text, callables);
  return {
    // Asynchronous, so that where it runs can change without its callers.
    async run(values, { within = usualMs } = {}) {
      return withinBudget({ deadline: performance.now() + within, room: mostMade }, () => evaluate(values));
    },
  };
}

const compileText = (text: string, callables: CelCallables): ((values: Values) => string) =>
  compileTemplate(text, {
    delimiters: braces,
    beside: dollars,
    functions: templateFunctions(),
    callable: new Set(Object.keys(callables)),
  });
