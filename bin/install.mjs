// Installs the dependencies with `npm ci` if they differ from the lock file.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { PLATFORM, REPOSITORY } from "./place.mjs";
import { Refusal } from "./refusal.mjs";

const MODULES = join(REPOSITORY, "node_modules");
// Inside node_modules, which npm deletes first, so an interrupted install leaves no stamp.
const STAMP = join(MODULES, ".quarterdeck-installed");

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Locked */

/** @param {string} file @returns {Record<string, Locked>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {};

/** The same lock file on another platform needs other binaries. */
const wanted = () =>
  `${PLATFORM} ${createHash("sha256")
    .update(readFileSync(join(REPOSITORY, "package-lock.json")))
    .digest("hex")}\n`;

/** Whether npm was run by hand and its own record matches the lock file. */
function installedByHand() {
  const record = join(MODULES, ".package-lock.json");
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(join(REPOSITORY, "package-lock.json"))).every(([path, locked]) => {
    if (path === "") return true;
    const found = present[path];
    // Optional packages of other platforms are in the lock file but not installed. Missing packages of this platform
    // fail when they are used.
    if (!found) return locked.optional === true;
    return (
      found.version === locked.version && found.integrity === locked.integrity && existsSync(join(REPOSITORY, path))
    );
  });
}

export function isInstalled() {
  try {
    return readFileSync(STAMP, "utf8") === wanted();
  } catch {
    return false;
  }
}

/** The packages for this platform that may run a script after the installation (allowScripts of package.json). */
const withScripts = () =>
  Object.keys(JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")).allowScripts ?? {}).filter((name) =>
    existsSync(join(MODULES, name)),
  );

/** Whether node_modules is a symbolic link. npm would empty the linked directory before it installs. */
const isLinked = () => lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** The number of installed packages of the lock file. npm prints no progress without a terminal. */
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

/** @param {{ detail: (text: string) => void }} step */
export async function install(step) {
  const fits = installedByHand();
  if (isLinked()) {
    if (!fits)
      throw new Refusal(
        `${MODULES} is a link to ${existsSync(MODULES) ? realpathSync(MODULES) : "nothing"}, which does not match package-lock.json.  ` +
          "An installation would empty that directory for all who use it. Remove the link and start again.",
      );
    return step.detail("linked");
  }
  if (!fits) {
    const started = existsSync(MODULES) ? "replacing what is there" : "reading the lock file";
    step.detail(started);
    const timer = setInterval(() => arrived() && step.detail(`${arrived()} packages`), 250);
    try {
      const quietly = ["--loglevel=error", "--no-audit", "--no-fund"];
      const options = { cwd: REPOSITORY, failing: "The dependencies could not be installed" };
      // Runs only the required install scripts: some packages would compile optional code for minutes.
      await npm(["ci", "--ignore-scripts", "--include=dev", "--prefer-offline", ...quietly], options);
      const scripted = withScripts();
      if (scripted.length > 0) await npm(["rebuild", ...quietly, ...scripted], options);
    } finally {
      clearInterval(timer);
    }
  }
  writeFileSync(STAMP, wanted());
  step.detail(`${arrived()} packages`);
}
