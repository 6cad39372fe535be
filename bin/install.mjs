// Installs the dependencies if they differ from the lock file. A start needs the packages that build and run the
// product; tests and development also need the tools, the devDependencies of package.json.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { PLATFORM, REPOSITORY } from "./place.mjs";
import { Refusal } from "./refusal.mjs";
import { trim } from "./trim.mjs";

const MODULES = join(REPOSITORY, "node_modules");
// A file inside node_modules. npm deletes that folder first, so an interrupted installation leaves no stamp.
const STAMP = join(MODULES, ".quarterdeck-installed");
// A file that exists while tools are added. If the installation is interrupted, packages may be incomplete although
// npm's record lists them.
const ADDING = join(MODULES, ".quarterdeck-adding");

/**
 * @typedef {"product" | "all"} Extent "product": without the devDependencies.
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, link?: boolean }} Locked
 */

/** @param {string} file @returns {Record<string, Locked>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {};

/**
 * Contains the platform, since the same lock file needs different binaries on another platform. @param {Extent} extent
 */
const stampOf = (extent) =>
  `${PLATFORM} ${createHash("sha256")
    .update(readFileSync(join(REPOSITORY, "package-lock.json")))
    .digest("hex")} ${extent}\n`;

/**
 * The extent of the packages that npm's own record of node_modules contains; undefined if the record differs from the
 * lock file. @returns {Extent | undefined}
 */
function recordedExtent() {
  const record = join(MODULES, ".package-lock.json");
  if (!existsSync(record) || existsSync(ADDING)) return undefined;
  const present = packagesOf(record);
  /** @type {Extent} */
  let extent = "all";
  for (const [path, locked] of Object.entries(packagesOf(join(REPOSITORY, "package-lock.json")))) {
    if (path === "") continue;
    const found = present[path];
    if (!found) {
      // Optional packages of other platforms are in the lock file but not installed. Missing packages of this platform
      // fail when they are used.
      if (locked.optional) continue;
      if (!locked.dev) return undefined;
      extent = "product";
    } else if (
      found.version !== locked.version ||
      found.integrity !== locked.integrity ||
      !existsSync(join(REPOSITORY, path))
    )
      return undefined;
  }
  return extent;
}

/** @param {Extent | undefined} extent @param {Extent} wanted */
const covers = (extent, wanted) => extent === "all" || extent === wanted;

/** @param {Extent} wanted */
export function isInstalled(wanted) {
  try {
    const stamp = readFileSync(STAMP, "utf8");
    return stamp === stampOf("all") || stamp === stampOf(wanted);
  } catch {
    return false;
  }
}

/** Packages for this platform whose install scripts may run (allowScripts in package.json). */
const withScripts = () =>
  Object.keys(JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")).allowScripts ?? {}).filter((name) =>
    existsSync(join(MODULES, name)),
  );

/** Whether node_modules is a symbolic link. npm would empty the linked directory before it installs. */
const isLinked = () => lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Counts the packages of the lock file that are already installed. npm prints no progress without a terminal. */
function arrived() {
  try {
    return readdirSync(MODULES).reduce(
      (count, name) =>
        count + (name.startsWith("@") ? readdirSync(join(MODULES, name)).length : name.startsWith(".") ? 0 : 1),
      0,
    );
  } catch {
    return 0;
  }
}

const FAILING = { cwd: REPOSITORY, failing: "The dependencies could not be installed" };
const QUIETLY = ["--ignore-scripts", "--prefer-offline", "--loglevel=error", "--no-audit", "--no-fund"];

/**
 * Adds the tools to the packages of the product, which a running server may be using: npm ci would delete them first.
 */
async function addTools() {
  writeFileSync(ADDING, "");
  await npm(["install", "--no-save", "--include=dev", ...QUIETLY], FAILING);
  rmSync(ADDING);
  return recordedExtent() === "all";
}

/** @param {Extent} wanted */
async function installAll(wanted) {
  // Runs only the required install scripts: some packages would compile optional code for minutes.
  await npm(["ci", wanted === "all" ? "--include=dev" : "--omit=dev", ...QUIETLY], FAILING);
  const scripted = withScripts();
  if (scripted.length > 0) await npm(["rebuild", "--loglevel=error", "--no-audit", "--no-fund", ...scripted], FAILING);
}

/** @param {{ detail: (text: string) => void }} step @param {Extent} wanted */
export async function install(step, wanted) {
  const present = recordedExtent();
  if (isLinked()) {
    if (!covers(present, wanted))
      throw new Refusal(
        `${MODULES} is a link to ${existsSync(MODULES) ? realpathSync(MODULES) : "nothing"}, which ` +
          `${present ? "lacks the devDependencies" : "does not match package-lock.json"}. ` +
          "An installation would change that directory for everyone who uses it. Remove the link and start again.",
      );
    return step.detail("linked");
  }
  if (!covers(present, wanted)) {
    const before = arrived();
    step.detail(present ? "adding tools" : before > 0 ? "replacing the installed packages" : "reading the lock file");
    const timer = setInterval(() => arrived() !== before && step.detail(`${arrived()} packages`), 250);
    try {
      if (!present || !(await addTools())) await installAll(wanted);
      trim(MODULES);
    } finally {
      clearInterval(timer);
    }
  }
  writeFileSync(STAMP, stampOf(recordedExtent() === "all" ? "all" : wanted));
  step.detail(`${arrived()} packages`);
}
