import { spawn } from "node:child_process";
import { constants as os } from "node:os";
import { delimiter, dirname, resolve } from "node:path";
import process from "node:process";
import { compileCache } from "./compile-cache.mjs";
import { REPOSITORY } from "./place.mjs";
import { Refusal } from "./refusal.mjs";
import { serverFlags } from "./server-flags.mjs";
import { STARTED_AT } from "./steps.mjs";

const startedAt = String(Date.now() - Math.round(process.uptime() * 1000));

/**
 * Runs a file of this repository, forwards signals to it, and returns its exit code. The same Ctrl-C may reach the
 * child several times (from the terminal, from npm and from here); the child handles it once. The server has an IPC
 * channel that closes when this process dies.
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 * @param {{ isServer?: boolean }} [options]
 * @returns {Promise<number>}
 */
export async function runProgram(node, file, args, { isServer = false } = {}) {
  const cache = compileCache();
  const flags = ["--disable-warning=ExperimentalWarning", ...(isServer ? serverFlags() : [])];
  const child = spawn(node, [...flags, resolve(REPOSITORY, file), ...args], {
    stdio: ["inherit", "inherit", "inherit", ...(isServer ? /** @type {const} */ (["ipc"]) : [])],
    env: {
      ...process.env,
      // Programs that the file starts (npx, tools that run `node`) should use the same Node.
      PATH: [dirname(node), process.env["PATH"]].filter(Boolean).join(delimiter),
      [STARTED_AT]: startedAt,
      ...(cache && { NODE_COMPILE_CACHE: cache }),
    },
  });
  /** @type {Set<string>} */
  const passedOn = new Set();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      passedOn.add(signal);
      child.kill(signal);
    });
  }
  const watch = watchParent(() => child.kill("SIGTERM"));
  const { code, signal } = await ended(child);
  clearInterval(watch);
  if (!signal) return code ?? 1;
  const exitCode = 128 + os.signals[signal];
  // The child was killed because it had no handler yet when the signal was forwarded.
  if (passedOn.has(signal)) return exitCode;
  throw new Refusal(`The process was killed by ${signal}. Start again; saved data is safe.`, { code: exitCode });
}

/**
 * npm forwards SIGTERM only to its shell: the shell exits, and this process would remain. Without npm the parent is not
 * watched, since it may exit on purpose.
 * @param {() => void} left
 */
function watchParent(left) {
  if (!process.env["npm_lifecycle_event"]) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    left();
  }, 1_000);
  return timer;
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
