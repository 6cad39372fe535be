// Installs and downloads Debian packages, if the machine has apt and the process may use it.
import { existsSync } from "node:fs";
import { runCommand } from "./command.ts";

export const canInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const env = { DEBIAN_FRONTEND: "noninteractive" };
const apt = (...args: string[]) => runCommand({ run: ["apt-get", "-o", "DPkg::Lock::Timeout=120", ...args], env });

// apt holds a lock, so calls must not run at the same time.
let queue: Promise<unknown> = Promise.resolve();

/** Returns the output of apt, for the error message if the program is still missing. */
function inTurn(...args: string[]): Promise<string> {
  const turn = queue.then(async () => {
    const first = await apt(...args);
    if (first.code === 0) return first.output;
    // A fresh machine has no package list yet, and an old list may name packages that no longer exist.
    await apt("update");
    return (await apt(...args)).output;
  });
  queue = turn;
  return turn;
}

/** Whether the package lists of the machine contain a package. */
export const isOffered = async (name: string) =>
  (await runCommand({ run: ["apt-cache", "show", "--no-all-versions", name] })).code === 0;

export const aptInstall = (name: string) => inTurn("install", "-y", "--no-install-recommends", name);

/** Downloads packages and their missing dependencies into a folder. This does not require root. */
export function aptDownload(names: readonly string[], folder: string): Promise<string> {
  const apart = ["-o", "Debug::NoLocking=1", "-o", `Dir::Cache::archives=${folder}`, "-o", "APT::Sandbox::User=root"];
  return inTurn(...apart, "install", "--download-only", "-y", "--no-install-recommends", ...names);
}
