// Debian's packages, where this machine lets us have them: as root, with apt.
import { existsSync } from "node:fs";
import { runCommand } from "./command.ts";

export const canInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const env = { DEBIAN_FRONTEND: "noninteractive" };
const apt = (...args: string[]) => runCommand({ run: ["apt-get", "-o", "DPkg::Lock::Timeout=120", ...args], env });

// apt holds a lock, so that two installs at once would fail: one after the other.
let queue: Promise<unknown> = Promise.resolve();

/** Returns what apt said, for the message when the program still is not there. */
function inTurn(...args: string[]): Promise<string> {
  const turn = queue.then(async () => {
    const first = await apt(...args);
    if (first.code === 0) return first.output;
    // A fresh machine has no list of packages yet, an old one a list of packages that are gone.
    await apt("update");
    return (await apt(...args)).output;
  });
  queue = turn;
  return turn;
}

export const aptInstall = (name: string) => inTurn("install", "-y", "--no-install-recommends", name);

/** Fetches packages, and what they need and this machine lacks, into a folder; for that nobody has to be root. */
export function aptDownload(names: readonly string[], folder: string): Promise<string> {
  const apart = ["-o", "Debug::NoLocking=1", "-o", `Dir::Cache::archives=${folder}`, "-o", "APT::Sandbox::User=root"];
  return inTurn(...apart, "install", "--download-only", "-y", "--no-install-recommends", ...names);
}
