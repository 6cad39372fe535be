// The worker thread for scripts and long expressions, so that they cannot block the process.
import { parentPort } from "node:worker_threads";
import { BudgetFault, withinBudget } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { evaluate as runScript } from "../javascript/engine.ts";
import { compileHere } from "../notations.ts";
import { packed, unpacked } from "./parcel.ts";
import type { Outcome, Task } from "./task.ts";

function answer(task: Task): Outcome {
  if (task.kind === "script") return runScript(task);
  try {
    const evaluate = compileHere(task.notation, task.text, {});
    const values = unpacked(task.values) as Readonly<Record<string, unknown>>;
    const deadline = performance.now() + task.ms;
    return { value: packed(withinBudget({ deadline, room: task.room, isThread: true }, () => evaluate(values))) };
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    const { message, place, suggestion } = error;
    return { fault: { message, place, suggestion, isLate: error instanceof BudgetFault && error.isLate } };
  }
}

parentPort!.on("message", (task: Task) => parentPort!.postMessage(answer(task)));
parentPort!.postMessage("ready");
