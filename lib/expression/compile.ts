// The entry point to expressions: call compile(notation, text) once, then run the result as often as needed. Faults
// have a position and a suggestion. Every run is limited in time and memory.
import { BudgetFault, lateFault, withinBudget } from "./budget.ts";
import type { CelCallables } from "./cel/compile.ts";
import { ExpressionFault } from "./fault.ts";
import { compileJavaScript } from "./javascript/compile.ts";
import { compileHere } from "./notations.ts";
import { packed, unpacked } from "./thread/parcel.ts";
import type { LongExpression } from "./thread/task.ts";
import { inThread } from "./thread/thread.ts";
import type { TemplateWriter } from "./template/writer.ts";

export type Notation = "cel" | "template" | "javascript";

export type Values = Readonly<Record<string, unknown>>;

export interface RunOptions {
  /** The time limit in milliseconds. */
  within?: number;
  /** Decides how values appear in the result of a template; only with `isScript`. */
  writer?: TemplateWriter;
}

export interface Expression {
  run(values: Values, options?: RunOptions): Promise<unknown>;
}

export interface CompileOptions {
  /** The functions among the values of a run, with their numbers of arguments. */
  callables?: CelCallables;
  /** The template is a script, and its runs pass a writer. */
  isScript?: boolean;
}

/**
 * Including the grace period (budget.ts), an expression blocks the process for less than 50 ms; longer expressions move
 * to the worker thread.
 */
const maxInlineMs = 30;
const defaultMs = 1_000;
const maxCreated = 20_000_000;
const maxSourceLength = 64 * 1024;
const maxCached = 2_000;

const kept = new Map<string, Promise<Expression>>();

export function compile(
  notation: Notation,
  text: string,
  { callables = {}, isScript = false }: CompileOptions = {},
): Promise<Expression> {
  const key = `${notation}${isScript ? " script" : ""}\0${Object.entries(callables).join(";")}\0${text}`;
  let found = kept.get(key);
  if (found) {
    // Keeps the most recently used entry last.
    kept.delete(key);
  } else {
    found = compiled(notation, text, { callables, isScript });
    found.catch(() => kept.delete(key));
    if (kept.size >= maxCached) kept.delete(kept.keys().next().value!);
  }
  kept.set(key, found);
  return found;
}

async function compiled(
  notation: Notation,
  text: string,
  { callables, isScript }: Required<CompileOptions>,
): Promise<Expression> {
  if (text.length > maxSourceLength) throw new ExpressionFault("An expression can be at most 64 kB long.");
  if (notation === "javascript") {
    const evaluate = await compileJavaScript(text);
    return { run: (values, { within = defaultMs } = {}) => evaluate(values, within) };
  }
  const evaluate = compileHere(notation, text, { callables, isScript });
  // Functions among the values, and writers, cannot be sent to the worker thread.
  const canMove = Object.keys(callables).length === 0 && !isScript;
  return {
    async run(values, { within = defaultMs, writer } = {}) {
      const deadline = performance.now() + Math.min(within, maxInlineMs);
      try {
        return withinBudget({ deadline, room: maxCreated }, () => evaluate(values, writer));
      } catch (error) {
        if (!(error instanceof BudgetFault && error.isLate && canMove)) throw error;
        return finish({ kind: "expression", notation, text, values: packed(values), ms: within, room: maxCreated });
      }
    },
  };
}

/** Restarts the expression in the worker thread, which is safe because expressions have no side effects. */
async function finish(task: LongExpression): Promise<unknown> {
  const outcome = await inThread(task);
  if ("fault" in outcome)
    throw outcome.fault.isLate ? lateFault() : new ExpressionFault(outcome.fault.message, outcome.fault);
  return "value" in outcome ? unpacked(outcome.value) : undefined;
}
