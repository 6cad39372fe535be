// Builds the console for the browser, and the server as one file, with Vite. A target is built only if one of its
// sources changed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import process from "node:process";
import { fingerprint } from "./fingerprint.mjs";
import { REPOSITORY } from "./place.mjs";
import { Refusal } from "./refusal.mjs";

const DIST = join(REPOSITORY, "dist");

/**
 * @typedef {object} Target
 * @property {string} name the name of the target and of its folder below dist/
 * @property {string} config the Vite configuration; without it the target is not built
 * @property {string} main the main file; the target counts as built if it exists
 * @property {Parameters<typeof fingerprint>[0]} sources
 */

/** Whether a change of this file can change the console. @param {string} path relative to the repository */
function isConsoleSource(path) {
  if (/\.test\.tsx?$|\.sql$|\.md$/.test(path)) return false;
  const [folder, , third] = path.split(sep);
  if (folder === "areas") return third !== "server" && third !== "schema";
  if (folder === "main") return /^main[\\/](console|areas\.console|.*\.console\.)/.test(path);
  return true;
}

/** @type {Target} */
export const CONSOLE = {
  name: "console",
  config: "vite.config.ts",
  main: "index.html",
  sources: {
    files: ["index.html", "vite.config.ts", "package-lock.json"],
    folders: ["lib", "language", "generated", "console", "areas", "main", "public"],
    isSource: isConsoleSource,
  },
};

/** @type {Target} */
export const SERVER = {
  name: "server",
  config: "vite.server.config.ts",
  main: "server.js",
  sources: {
    files: ["vite.server.config.ts", "package-lock.json"],
    folders: ["bin", "lib", "language", "generated", "server", "areas", "main"],
    isSource: (path) => /(?<!\.test)\.m?[jt]s$/.test(path) && path.split(sep)[2] !== "console",
  },
};

export const isPart = (/** @type {Target} */ { config }) => existsSync(join(REPOSITORY, config));

export const mainFileOf = (/** @type {Target} */ { name, main }) => join(DIST, name, main);

export const stampOf = (/** @type {Target} */ { name }) => join(DIST, `${name}.stamp`);

/** @param {Target} target */
export function isBuilt(target) {
  try {
    return existsSync(mainFileOf(target)) && readFileSync(stampOf(target), "utf8") === fingerprint(target.sources);
  } catch {
    return false;
  }
}

/**
 * @param {string} node
 * @param {Target} target
 * @returns {Promise<string>} the result, such as `console 7.5 MB`
 */
export async function build(node, target) {
  const { name, config, sources } = target;
  // Uses the fingerprint from before the build, so that an edit during the build triggers another build.
  const built = fingerprint(sources);
  const place = join(DIST, name);
  const draft = join(DIST, `${name}-building-${process.pid}`);
  const previous = join(DIST, `${name}-previous-${process.pid}`);
  mkdirSync(DIST, { recursive: true });
  try {
    await vite(node, name, ["build", "--config", config, "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"]);
    rmSync(stampOf(target), { force: true });
    if (existsSync(place)) renameSync(place, previous);
    renameSync(draft, place);
    writeFileSync(stampOf(target), built);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(previous, { recursive: true, force: true });
  }
  const bytes = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return `${name} ${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** @param {string} node @param {string} name @param {string[]} args @returns {Promise<void>} */
async function vite(node, name, args) {
  const program = join(REPOSITORY, "node_modules", "vite", "bin", "vite.js");
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", program, ...args], {
    cwd: REPOSITORY,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
  });
  let output = "";
  const keep = (/** @type {Buffer} */ chunk) => void (output = (output + chunk.toString()).slice(-8000));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit, by) => resolve([exit, by]));
  });
  if (code === 0) return;
  if (/ENOSPC/.test(output))
    throw new Refusal(`The ${name} could not be built because the disk is full. Free some space and start again.`);
  const said = output
    .trimEnd()
    .split("\n")
    .slice(-15)
    .map((line) => `  ${line}`)
    .join("\n");
  throw new Refusal(`The ${name} could not be built${signal ? ` (killed by ${signal})` : ""}:\n${said}`);
}
