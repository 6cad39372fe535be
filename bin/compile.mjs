// The server's code, compiled by V8 ahead of the start and kept (NODE_COMPILE_CACHE): the first start is as fast, and as small, as
// the second.
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

/** Only saves time and memory: a start where it fails is a start without it, and tells itself what is wrong. @param {string} node */
export async function compile(node) {
  const cache = compileCache();
  if (!cache) return;
  const compiled = readFileSync(stampOf(SERVER), "utf8");
  // What is compiled with other flags is not found by a server that has these.
  const args = [...serverFlags(), "--disable-warning=ExperimentalWarning", mainFileOf(SERVER), "--load-only"];
  const child = spawn(node, args, { stdio: "ignore", env: { ...process.env, NODE_COMPILE_CACHE: cache } });
  const [code] = await once(child, "exit");
  if (code !== 0) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampIn(cache), compiled);
}
