// The console's files for the browser, built only when one of their sources changed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import process from "node:process";
import { fingerprint } from "./fingerprint.mjs";
import { REPOSITORY } from "./place.mjs";
import { Refusal } from "./refusal.mjs";

const DIST = join(REPOSITORY, "dist");
const CONSOLE = join(DIST, "console");
const STAMP = join(DIST, "console.stamp");

/** Whether a file below the folders can end up in the browser. @param {string} path relative to the repository */
function isSource(path) {
  if (/\.test\.tsx?$|\.sql$|\.md$/.test(path)) return false;
  const [folder, , third] = path.split(sep);
  if (folder === "areas") return third !== "server" && third !== "schema";
  if (folder === "main") return /^main[\\/](console|areas\.console|.*\.console\.)/.test(path);
  return true;
}

const SOURCES = {
  files: ["index.html", "vite.config.ts", "package-lock.json"],
  folders: ["language", "generated", "console", "areas", "main", "public"],
  isSource,
};

/** A clone without a console (yet) has nothing to build. */
export const hasConsole = () =>
  existsSync(join(REPOSITORY, "index.html")) && existsSync(join(REPOSITORY, "vite.config.ts"));

export function isBuilt() {
  try {
    return existsSync(join(CONSOLE, "index.html")) && readFileSync(STAMP, "utf8") === fingerprint(SOURCES);
  } catch {
    return false;
  }
}

/** @param {{ detail: (text: string) => void }} step @param {string} node */
export async function build(step, node) {
  step.detail("building the console");
  // The sources as they were before: an edit during the build must lead to another build.
  const built = fingerprint(SOURCES);
  const draft = join(DIST, `console-building-${process.pid}`);
  const previous = join(DIST, `console-previous-${process.pid}`);
  mkdirSync(DIST, { recursive: true });
  try {
    await vite(node, ["build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"]);
    rmSync(STAMP, { force: true });
    if (existsSync(CONSOLE)) renameSync(CONSOLE, previous);
    renameSync(draft, CONSOLE);
    writeFileSync(STAMP, built);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(previous, { recursive: true, force: true });
  }
  const bytes = readdirSync(CONSOLE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  step.detail(`${(bytes / 1024 / 1024).toFixed(1)} MB`);
}

/** @param {string} node @param {string[]} args @returns {Promise<void>} */
async function vite(node, args) {
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
    throw new Refusal("The console could not be built: the disk is full. Free some space and start again.");
  const said = output
    .trimEnd()
    .split("\n")
    .slice(-15)
    .map((line) => `  ${line}`)
    .join("\n");
  throw new Refusal(`The console could not be built${signal ? ` (ended by ${signal})` : ""}:\n${said}`);
}
