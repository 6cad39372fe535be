// Optional drivers: `quarterdeck install NAME` installs the pinned packages of drivers/NAME/ into its node_modules. The
// server loads them from there (server/optional-driver.ts) and never runs npm itself.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { alone } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { REPOSITORY, RUNTIME } from "./place.mjs";
import { Refusal } from "./refusal.mjs";

/** @typedef {{ version: string, integrity: string, resolved?: string, optional?: boolean }} Locked */

const DRIVERS = join(REPOSITORY, "drivers");

/**
 * A file inside node_modules with the digest of the installed lock file. If a release pins different versions, the
 * driver has to be installed again.
 */
const DRIVER_STAMP = ".quarterdeck-installed";

/** Name and description of a driver: "tedious (SQL Server)". */
const describe = (/** @type {string} */ name) =>
  `${name} (${JSON.parse(readFileSync(join(DRIVERS, name, "package.json"), "utf8")).description})`;

const driverNames = () => readdirSync(DRIVERS).filter((name) => existsSync(join(DRIVERS, name, "package-lock.json")));

/**
 * @param {string} name
 * @param {{ from?: string | undefined, save?: string | undefined }} options `from`: a folder of tarballs to install from,
 *   without a network. `save`: a folder to download the tarballs into, without installing them.
 * @param {import("./steps.mjs").Steps} steps
 */
export async function installDriver(name, { from, save }, steps) {
  if (!driverNames().includes(name))
    throw new Refusal(`There is no driver "${name}". Drivers: ${driverNames().map(describe).join(", ")}.`, { code: 2 });
  const folder = join(DRIVERS, name);
  const text = readFileSync(join(folder, "package-lock.json"), "utf8");
  /** @type {{ packages: Record<string, Locked> }} */
  const lock = JSON.parse(text);
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  if (save !== undefined) return steps.run("download", (step) => download(packages, resolve(save), step));
  await steps.run("install", (step) =>
    alone(join(RUNTIME, `installing-${name}`), {}, async () => {
      const digest = createHash("sha256").update(text).digest("hex");
      const stamp = join(folder, "node_modules", DRIVER_STAMP);
      if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest)
        return step.detail(`${describe(name)}, up to date`);
      step.detail(describe(name));
      const draft = join(folder, `.new-${process.pid}`);
      try {
        mkdirSync(draft, { recursive: true });
        cpSync(join(folder, "package.json"), join(draft, "package.json"));
        if (from !== undefined) pointTo(packages, resolve(from));
        writeFileSync(join(draft, "package-lock.json"), JSON.stringify(lock));
        const quietly = ["--loglevel=error", "--no-audit", "--no-fund"];
        await npm(["ci", "--ignore-scripts", from === undefined ? "--prefer-offline" : "--offline", ...quietly], {
          cwd: draft,
          failing: `The driver ${name} could not be installed`,
        });
        writeFileSync(join(draft, "node_modules", DRIVER_STAMP), digest);
        // Replaces the whole folder, so that a running server never loads a partly installed driver.
        rmSync(join(folder, "node_modules"), { recursive: true, force: true });
        renameSync(join(draft, "node_modules"), join(folder, "node_modules"));
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
      step.detail(`${describe(name)}, ${packages.length} packages`);
    }),
  );
}

/** Returns the package name of a path: `@azure/identity` for `…/node_modules/@azure/identity`. @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Makes the lock file point to the tarballs of a folder. Tarballs are identified by their digest, not by their name.
 * @param {[string, Locked][]} packages
 * @param {string} folder
 */
function pointTo(packages, folder) {
  const found = tarballs(folder);
  const missing = packages.filter(([, { integrity, optional }]) => !found.has(integrity) && !optional);
  if (missing.length > 0)
    throw new Refusal(
      `${folder} lacks ${missing.length} of ${packages.length} packages, or has different versions of them: ` +
        `${missing.map(([path, { version }]) => `${nameOf(path)} ${version}`).join(", ")}.`,
    );
  for (const [, locked] of packages)
    if (found.has(locked.integrity)) locked.resolved = `file:${found.get(locked.integrity)}`;
}

/** Returns the tarballs of a folder by their digest. @param {string} folder */
function tarballs(folder) {
  if (!existsSync(folder)) throw new Refusal(`There is no folder ${folder}.`);
  const digest = (/** @type {string} */ file) =>
    `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(".tgz"))
      .map((file) => [digest(join(folder, file)), join(folder, file)]),
  );
}

/** @param {[string, Locked][]} packages @param {string} folder @param {import("./steps.mjs").Step} step */
async function download(packages, folder, step) {
  mkdirSync(folder, { recursive: true });
  const specs = new Set(packages.map(([path, { version }]) => `${nameOf(path)}@${version}`));
  step.detail(`${specs.size} packages`);
  await npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...specs], {
    cwd: folder,
    failing: "The packages could not be downloaded",
  });
  pointTo(packages, folder);
}
