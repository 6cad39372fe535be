// Compiles the server's code before the first start and stores the result (NODE_COMPILE_CACHE), so that the first start
// is as fast as later starts and uses as little memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isPart, mainFileOf, SERVER, stampOf } from "./build.mjs";
import { compileCache } from "./compile-cache.mjs";
import { serverFlags } from "./server-flags.mjs";

const stampIn = (/** @type {string} */ cache) => join(cache, "server.stamp");

export function isCompiled() {
  const cache = compileCache();
  if (!cache || !isPart(SERVER)) return true;
  try {
    return readFileSync(stampIn(cache), "utf8") === readFileSync(stampOf(SERVER), "utf8");
  } catch {
    return false;
  }
}

/**
 * Failures are ignored: the cache only saves time and memory, and the start itself reports errors. @param {string} node
 */
export async function compile(node) {
  const cache = compileCache();
  if (!cache) return;
  const compiled = readFileSync(stampOf(SERVER), "utf8");
  // The cache depends on the flags of Node, so they must be the same as for the server.
  const args = [...serverFlags(), "--disable-warning=ExperimentalWarning", mainFileOf(SERVER), "--load-only"];
  const child = spawn(node, args, { stdio: "ignore", env: { ...process.env, NODE_COMPILE_CACHE: cache } });
  const [code] = await once(child, "exit");
  if (code !== 0) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampIn(cache), compiled);
}
