import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Extract } from "tar-stream";
import { refusalFor, type DataDir } from "../../data-dir/data-dir.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { Account } from "../embedded/account.ts";
import { syncDirectory } from "../embedded/cluster.ts";
import { CHECKSUMS_NAME, CLUSTER_PREFIX, Checksums, KEY_NAME, LABEL_NAME, Label } from "./archive.ts";

export interface RestoreOptions {
  file: string;
  dir: DataDir;
  account: Account;
  /** The major version of the PostgreSQL that will use the restored cluster. */
  postgresMajor: number;
  onProgress?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface RestoreResult {
  label: Label;
  files: number;
  bytes: number;
  withKey: boolean;
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/** Limit for files that are read into memory as a whole. */
const MAX_SMALL_BYTES = 64 * 1024 * 1024;

/** Unpacks a backup to a temporary folder, checks every file, and then renames the folder. */
export async function readBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { dir, file, account } = options;
  let draft: string | undefined;
  let keyWritten = false;
  try {
    await refuseOccupied(dir);
    draft = await mkdtemp(join(dir.path, "postgres.new-"));
    const { label, key, files, bytes } = await unpack(draft, options);
    if (account.identity.uid !== undefined) await chownAll(draft, account);
    if (key) {
      await writeFile(dir.secretKey, key, { mode: 0o600, flag: "wx", flush: true });
      keyWritten = true;
    }
    await rename(draft, dir.postgres);
    await syncDirectory(dir.path);
    return { label, files, bytes, withKey: key !== undefined };
  } catch (error) {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
    if (keyWritten) await rm(dir.secretKey, { force: true });
    throw refusalOf(error, file, dir);
  }
}

async function refuseOccupied(dir: DataDir): Promise<void> {
  const taken = (await readdir(dir.path)).filter((name) => name === "postgres" || name === "secret.key");
  if (taken.length === 0) return;
  throw new StartRefused(
    `The data directory ${dir.path} already contains data (${taken.join(", ")}). A backup can only be restored into an empty directory: set DATA_DIR to an empty directory.`,
  );
}

async function unpack(draft: string, { file, postgresMajor, onProgress, signal }: RestoreOptions) {
  const found: Checksums = {};
  const result: { label?: Label; key?: Buffer; expected?: Checksums; files: number; bytes: number } = {
    files: 0,
    bytes: 0,
  };
  const archive = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive, { signal });
  reading.catch(() => {});
  for await (const entry of archive) {
    const { name, type } = entry.header;
    if (!result.label) {
      if (name !== LABEL_NAME) throw new NotABackup();
      const bytes = await small(entry);
      found[name] = sumOf(bytes);
      result.label = readLabel(bytes, file, postgresMajor);
    } else if (name === KEY_NAME) {
      result.key = await small(entry);
      found[name] = sumOf(result.key);
    } else if (name === CHECKSUMS_NAME) {
      result.expected = Checksums.parse(JSON.parse((await small(entry)).toString()));
    } else {
      const path = safePath(draft, name);
      if (type === "directory") {
        // The entry fails together with the archive, whose error is handled.
        entry.on("error", () => {}).resume();
        await mkdir(path, { recursive: true, mode: 0o700 });
      } else if (type === "file" && found[name] === undefined) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        found[name] = await unpackFile(entry, path);
        result.files += 1;
        result.bytes += found[name].size;
        onProgress?.(`${(result.bytes / 1024 / 1024).toFixed(0)} MB`);
      } else throw new NotABackup();
    }
  }
  await reading;
  if (!result.label) throw new NotABackup();
  if (!result.expected) throw new Incomplete();
  compare(result.expected, found);
  return { label: result.label, key: result.key, files: result.files, bytes: result.bytes };
}

function readLabel(bytes: Buffer, file: string, postgresMajor: number): Label {
  const label = Label.safeParse(parseJson(bytes));
  if (!label.success) throw new NotABackup();
  if (label.data.postgres.split(".")[0] !== String(postgresMajor)) {
    throw new StartRefused(
      `${file} contains a database of PostgreSQL ${label.data.postgres}, and this Quarterdeck includes PostgreSQL ${postgresMajor}. ` +
        `Restore it with Quarterdeck ${label.data.quarterdeck}.`,
    );
  }
  return label.data;
}

/** Allows only paths below the cluster's directory. */
function safePath(draft: string, name: string): string {
  const parts = name.replace(/\/$/, "").split("/");
  const harmless = parts.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"));
  if (!name.startsWith(CLUSTER_PREFIX) || !harmless) throw new NotABackup();
  return join(draft, ...parts.slice(1));
}

async function unpackFile(entry: Entry, path: string): Promise<Checksums[string]> {
  const hash = createHash("sha256");
  let size = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(entry, hashing, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { size, sha256: hash.digest("hex") };
}

function compare(expected: Checksums, found: Checksums): void {
  for (const [name, { size, sha256 }] of Object.entries(expected)) {
    if (found[name]?.size !== size || found[name].sha256 !== sha256) throw new Damaged(name);
  }
  for (const name of Object.keys(found)) if (!Object.hasOwn(expected, name)) throw new Damaged(name);
}

async function small(entry: Entry): Promise<Buffer> {
  if ((entry.header.size ?? Infinity) > MAX_SMALL_BYTES) throw new NotABackup();
  return buffer(entry);
}

const sumOf = (bytes: Buffer) => ({ size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Changes the owner of the directory itself last: until then only root can have created a link inside. */
async function chownAll(root: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(root, uid, gid);
}

class NotABackup extends Error {}
class Incomplete extends Error {}
class Damaged extends Error {}

function refusalOf(error: unknown, file: string, dir: DataDir): unknown {
  const nothing = "Nothing was restored.";
  if (error instanceof StartRefused) return error;
  if (error instanceof NotABackup) return new StartRefused(`${file} is not a backup of Quarterdeck. ${nothing}`);
  if (error instanceof Incomplete) return new StartRefused(`${file} is incomplete: its end is missing. ${nothing}`);
  if (error instanceof Damaged) return new StartRefused(`${file} is damaged at ${error.message}. ${nothing}`);
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const path = "path" in error ? error.path : undefined;
  if (path === file && code === "ENOENT") return new StartRefused(`${file} does not exist.`);
  if (path === file && (code === "EACCES" || code === "EPERM"))
    return new StartRefused(`${file} cannot be read by this user.`);
  if (code === "EISDIR") return new StartRefused(`${file} is a directory, not a backup.`);
  if (code === "Z_BUF_ERROR" || /unexpected end/i.test(error.message))
    return new StartRefused(`${file} is incomplete: its end is missing. ${nothing}`);
  if (code.startsWith("Z_") || /tar header|Invalid/i.test(error.message))
    return new StartRefused(`${file} is not a backup of Quarterdeck, or is damaged. ${nothing}`);
  return refusalFor(error, dir.path);
}
