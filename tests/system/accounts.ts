// Tests run as root on the machine that proves every change, and as an ordinary user on a desk. Some things can only be
// seen as one of them; from root, an ordinary user can be had.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { repository } from "#server/repository.ts";
import { scratchFolder } from "../scratch.ts";
import { processesIn } from "./child.ts";

export const isRoot = process.getuid?.() === 0;

export interface Who {
  uid?: number;
  gid?: number;
}

/** Somebody without rights: `nobody` for root, else whoever runs the tests. */
export const ordinary: Who = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};

function idOf(flag: string): number {
  return Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
}

const made: string[] = [];

afterAll(() => {
  for (const path of made.splice(0)) removeWithProcesses(path);
});

/** A directory of a test's, and what may still run in it after a test that failed. */
export function removeWithProcesses(path: string): void {
  // One that was started while the others were listed is found the next time: PostgreSQL starts helpers by itself.
  for (let left = processesIn(path), round = 0; left.length > 0 && round < 20; left = processesIn(path), round += 1)
    spawnSync("kill", ["-9", ...left.map(String)]);
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** A directory for one test, which its owner and everybody on the way to it can enter; gone with the test file. */
export function temporary(who: Who = {}): string {
  const path = mkdtempSync(join(scratchFolder(), "quarterdeck-test-"));
  made.push(path);
  chmodSync(path, 0o755);
  if (who.uid !== undefined) chownSync(path, who.uid, who.gid ?? who.uid);
  return path;
}

let reachable: { node: string; root: string } | undefined;

/** This repository and this Node where an ordinary user can reach them: a copy when the clone stands in a closed home. */
export function reachableRepository(): { node: string; root: string } {
  return (reachable ??= canRun(process.execPath, repository)
    ? { node: process.execPath, root: repository }
    : copyForAll());
}

const canRun = (node: string, root: string) =>
  spawnSync(node, ["--version"], { cwd: "/", ...ordinary }).status === 0 &&
  spawnSync("/bin/sh", ["-c", 'cat "$0" > /dev/null', join(root, "node_modules", "pg", "package.json")], {
    cwd: "/",
    ...ordinary,
  }).status === 0;

function copyForAll() {
  const place = temporary();
  const node = join(place, "bin", "node");
  const root = join(place, "repository");
  mkdirSync(dirname(node));
  cpSync(process.execPath, node);
  for (const name of ["package.json", "bin", "language", "generated", "server", "tests", "node_modules"])
    cpSync(join(repository, name), join(root, name), { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", place]);
  return { node, root };
}
