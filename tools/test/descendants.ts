// Finds all descendants of a process, even if they left its process group: a test that is interrupted cannot stop
// its own processes.
import { existsSync, readdirSync, readFileSync } from "node:fs";

export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  // Only Linux has /proc; elsewhere only process groups are stopped.
  for (const name of existsSync("/proc") ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root);
}

/** Undefined if the process has exited or is a zombie. */
function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

export const isRunning = (pid: number) => parentOf(pid) !== undefined;
