// Debian's packages, where this machine lets us have them: as root, with apt.
import { existsSync } from "node:fs";
import { runCommand } from "./command.ts";

export const canInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

// apt holds a lock, so that two installs at once would fail: one after the other.
let queue: Promise<unknown> = Promise.resolve();

/** Returns what apt said, for the message when the program still is not there. */
export function aptInstall(name: string): Promise<string> {
  const install = queue.then(async () => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args: string[]) => runCommand({ run: ["apt-get", "-o", "DPkg::Lock::Timeout=120", ...args], env });
    const first = await apt("install", "-y", "--no-install-recommends", name);
    if (first.code === 0) return first.output;
    // A fresh machine has no list of packages yet.
    await apt("update");
    return (await apt("install", "-y", "--no-install-recommends", name)).output;
  });
  queue = install;
  return install;
}
