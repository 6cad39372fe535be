// The thread in which scripts run: whatever they do, the process goes on answering.
import { parentPort } from "node:worker_threads";
import { evaluate, type Task } from "./engine.ts";

parentPort!.on("message", (task: Task) => parentPort!.postMessage(evaluate(task)));
