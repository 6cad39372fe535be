// Tests run as root in CI and as an ordinary user on a workstation. Some behaviour can be tested only as root or only
// as an ordinary user; root can start processes as an ordinary user.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { scratchFolder } from "../support/scratch.ts";
import { processesIn } from "./child.ts";

export const isRoot = process.getuid?.() === 0;

export interface Who {
  uid?: number;
  gid?: number;
}

/** An unprivileged account: `nobody` for root, otherwise the account that runs the tests. */
export const ordinary: Who = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};

function idOf(flag: string): number {
  return Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
}

const directories: string[] = [];

afterAll(() => {
  for (const path of directories.splice(0)) removeWithProcesses(path);
});

/** Removes the directory of a test, and kills processes that still run in it after a failed test. */
export function removeWithProcesses(path: string): void {
  // A process that started while the others were listed is found in the next round, because PostgreSQL starts helpers
  // at any time.
  for (let left = processesIn(path), round = 0; left.length > 0 && round < 20; left = processesIn(path), round += 1)
    spawnSync("kill", ["-9", ...left.map(String)]);
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Creates a directory for one test that only its owner can access; it is removed after the test file. */
export function temporary(who: Who = {}): string {
  const path = mkdtempSync(join(scratchFolder(), "quarterdeck-test-"));
  directories.push(path);
  chmodSync(path, 0o755);
  if (who.uid !== undefined) chownSync(path, who.uid, who.gid ?? who.uid);
  return path;
}

let reachable: { node: string; root: string } | undefined;

/**
 * Returns this repository and this Node at a path that an ordinary user can read: a copy if the clone is in a closed
 * home directory.
 */
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
  for (const name of ["package.json", "bin", "lib", "language", "generated", "server", "tests", "node_modules"])
    cpSync(join(repository, name), join(root, name), { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", place]);
  return { node, root };
}
