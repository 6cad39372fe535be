// The server's code, compiled by Node ahead of the start and kept (NODE_COMPILE_CACHE). A server that finds nothing there
// loads a compiler for TypeScript into itself, 20 MB that stay as long as it runs; here a process that ends does it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import process from "node:process";
import { compileCache } from "./compile-cache.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { REPOSITORY } from "./place.mjs";
import { serverFlags } from "./server-flags.mjs";

const SOURCES = {
  files: ["package-lock.json"],
  folders: ["language", "generated", "server", "areas", "main"],
  isSource: (/** @type {string} */ path) => /(?<!\.test)\.ts$/.test(path) && path.split(sep)[2] !== "console",
};

const stampIn = (/** @type {string} */ cache) => join(cache, "server.stamp");

export function isCompiled() {
  const cache = compileCache();
  if (!cache) return true;
  try {
    return readFileSync(stampIn(cache), "utf8") === fingerprint(SOURCES);
  } catch {
    return false;
  }
}

/** Only saves memory: a start where it fails is a start without it, and tells itself what is wrong. @param {string} node */
export async function compile(node) {
  const cache = compileCache();
  if (!cache) return;
  const compiled = fingerprint(SOURCES);
  // What is compiled with other flags is not found by a server that has these.
  const args = [
    ...serverFlags(),
    "--disable-warning=ExperimentalWarning",
    join(REPOSITORY, "main/server.ts"),
    "--load-only",
  ];
  const child = spawn(node, args, { stdio: "ignore", env: { ...process.env, NODE_COMPILE_CACHE: cache } });
  const [code] = await once(child, "exit");
  if (code !== 0) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampIn(cache), compiled);
}
