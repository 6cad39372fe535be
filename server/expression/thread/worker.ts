// The thread for scripts, and for expressions that take long: whatever they do, the process goes on answering.
import { parentPort } from "node:worker_threads";
import { withinBudget } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import type { Evaluate } from "../notations.ts";
import { packed, unpacked } from "./parcel.ts";
import type { Outcome, Task } from "./task.ts";

async function answer(task: Task): Promise<Outcome> {
  if (task.kind === "script") return (await import("../javascript/engine.ts")).evaluate(task);
  const { compileHere } = await import("../notations.ts");
  try {
    const evaluate: Evaluate = compileHere(task.notation, task.text, {});
    const values = unpacked(task.values) as Readonly<Record<string, unknown>>;
    const deadline = performance.now() + task.ms;
    return { value: packed(withinBudget({ deadline, room: task.room, isThread: true }, () => evaluate(values))) };
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    const { message, place, suggestion } = error;
    return { fault: { message, place, suggestion } };
  }
}

// One at a time: whoever sends waits for the answer before the next.
parentPort!.on("message", (task: Task) => void answer(task).then((outcome) => parentPort!.postMessage(outcome)));
parentPort!.postMessage("ready");
