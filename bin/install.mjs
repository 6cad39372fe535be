// Dependencies, installed with `npm ci` only when the lock file says something else than what is there.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { PLATFORM, REPOSITORY } from "./place.mjs";
import { Refusal } from "./refusal.mjs";

const MODULES = join(REPOSITORY, "node_modules");
// Inside node_modules, which npm deletes first: an install that was cut short leaves no stamp.
const STAMP = join(MODULES, ".quarterdeck-installed");

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Locked */

/** @param {string} file @returns {Record<string, Locked>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {};

/** The same lock file on another platform needs other binaries. */
const wanted = () =>
  `${PLATFORM} ${createHash("sha256")
    .update(readFileSync(join(REPOSITORY, "package-lock.json")))
    .digest("hex")}\n`;

/** Whether somebody ran npm by hand and what npm recorded is what the lock file asks for. */
function installedByHand() {
  const record = join(MODULES, ".package-lock.json");
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(join(REPOSITORY, "package-lock.json"))).every(([path, locked]) => {
    if (path === "") return true;
    const found = present[path];
    // Optional packages for other platforms are locked and rightly absent; ours is looked for when it is needed.
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

/** What package.json allows to run a script after it was installed, as far as it is for this platform. */
const withScripts = () =>
  Object.keys(JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")).allowScripts ?? {}).filter((name) =>
    existsSync(join(MODULES, name)),
  );

/** Whether the packages are somebody else's: npm empties the directory behind a link before it installs its own. */
const isLinked = () => lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** How many packages of the lock file have arrived; npm itself is silent when it does not write to a terminal. */
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
        `${MODULES} is a link to ${existsSync(MODULES) ? realpathSync(MODULES) : "nothing"}, which is not what package-lock.json asks for. ` +
          "Installing would empty that directory for all who use it: remove the link and start again.",
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
      // Scripts only where they are needed: some packages would compile, for minutes, what they can do without.
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
