// Every process below one, also those that left its group to outlive it: a test that is cut short cannot end its own.
import { existsSync, readdirSync, readFileSync } from "node:fs";

export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  // Only Linux tells this way; elsewhere the groups have to do.
  for (const name of existsSync("/proc") ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root);
}

/** Undefined when the process is gone or only waits to be collected. */
function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

export const isRunning = (pid: number) => parentOf(pid) !== undefined;
