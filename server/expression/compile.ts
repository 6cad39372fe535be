// The one entry to expressions: compile(notation, text) once, run it as often as needed. Faults say where and what was
// probably meant; nothing runs longer, or makes more, than it may.
import { BudgetFault, withinBudget } from "./budget.ts";
import type { CelCallables } from "./cel/compile.ts";
import { ExpressionFault } from "./fault.ts";
import { compileJavaScript } from "./javascript/compile.ts";
import { compileHere } from "./notations.ts";
import { packed, unpacked } from "./thread/parcel.ts";
import type { LongExpression } from "./thread/task.ts";
import { inThread } from "./thread/thread.ts";

export type Notation = "cel" | "template" | "javascript";

export type Values = Readonly<Record<string, unknown>>;

export interface RunOptions {
  /** Milliseconds of work. */
  within?: number;
}

export interface Expression {
  run(values: Values, options?: RunOptions): Promise<unknown>;
}

export interface CompileOptions {
  /** Functions among the values of a run, and how many values each takes. */
  callables?: CelCallables;
}

/** With the grace that a late one has (budget.ts), nobody waits 50 ms for us; what takes longer goes to the thread. */
const mostHereMs = 30;
const usualMs = 1_000;
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
    return { run: (values, { within = usualMs } = {}) => evaluate(values, within) };
  }
  const evaluate = compileHere(notation, text, callables);
  // Functions that come with the values cannot leave this thread.
  const canMove = Object.keys(callables).length === 0;
  return {
    async run(values, { within = usualMs } = {}) {
      const deadline = performance.now() + Math.min(within, mostHereMs);
      try {
        return withinBudget({ deadline, room: mostMade }, () => evaluate(values));
      } catch (error) {
        if (!(error instanceof BudgetFault && error.isLate && canMove)) throw error;
        return finish({ kind: "expression", notation, text, values: packed(values), ms: within, room: mostMade });
      }
    },
  };
}

/** From the beginning again, where nobody waits for it: an expression changes nothing. */
async function finish(task: LongExpression): Promise<unknown> {
  const outcome = await inThread(task);
  if ("fault" in outcome) throw new ExpressionFault(outcome.fault.message, outcome.fault);
  return "value" in outcome ? unpacked(outcome.value) : undefined;
}
