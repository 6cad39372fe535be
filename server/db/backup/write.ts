import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, posix } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { DatabaseError } from "pg";
import { extract, pack, type Headers, type Pack } from "tar-stream";
import type { DataDir } from "../../data-dir/data-dir.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { syncDirectory } from "../embedded/cluster.ts";
import type { EmbeddedConnection } from "../embedded.ts";
import { CHECKSUMS_NAME, CLUSTER_PREFIX, KEY_NAME, LABEL_NAME, type Checksums, type Label } from "./archive.ts";
import { openBaseBackup } from "#lib/postgres/base-backup.ts";

export interface BackupOptions {
  dir: DataDir;
  superuser: EmbeddedConnection;
  /** The versions that are written to the label of the backup. */
  versions: { quarterdeck: string; postgres: string };
  file: string;
  onProgress?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface BackupResult {
  files: number;
  /** The uncompressed size. */
  bytes: number;
  /** The compressed size. */
  fileBytes: number;
  /** Whether the file contains the key for stored secrets; it does not when the server uses SECRET_KEY. */
  withKey: boolean;
}

/** Copies a running cluster to one file, which gets its final name only when it is complete and flushed to disk. */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const { file, superuser, signal } = options;
  if (existsSync(file))
    throw new StartRefused(`${file} exists already. Backups never overwrite files: choose another name.`);
  const part = `${file}.part`;
  const handle = await open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw refusal(error, file);
  });
  // The file is flushed to disk before it is closed.
  const sink = handle.createWriteStream({ flush: true });
  try {
    const source = await openBaseBackup(superuser, "quarterdeck").catch((error: unknown) => {
      throw new StartRefused(`The database does not respond (${messageOf(error)}). Try again in a moment.`, {
        cause: error,
      });
    });
    const tar = pack();
    const result = { files: 0, bytes: 0, fileBytes: 0, withKey: false };
    try {
      await Promise.all([
        // The compression is light: higher levels save a tenth of the size but take three times as long.
        pipeline(tar, createGzip({ level: 4 }), sink, { signal }),
        fill(tar, source, options, result).catch((error: unknown) => {
          tar.destroy(error instanceof Error ? error : new Error(String(error)));
          throw error;
        }),
      ]);
    } finally {
      source.tar.destroy();
      await source.end();
    }
    result.fileBytes = (await stat(part)).size;
    await publish(part, file);
    return result;
  } catch (error) {
    throw refusal(error, file);
  } finally {
    sink.destroy();
    await rm(part, { force: true });
  }
}

async function fill(
  tar: Pack,
  source: Awaited<ReturnType<typeof openBaseBackup>>,
  { dir, versions, onProgress }: BackupOptions,
  result: BackupResult,
): Promise<void> {
  const checksums: Checksums = {};
  const addText = (name: string, text: string | Buffer) => {
    const bytes = Buffer.from(text);
    checksums[name] = { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    tar.entry({ name, mode: 0o600, mtime: new Date() }, bytes).on("error", ignoreError);
  };
  const label: Label = {
    format: "quarterdeck backup 1",
    ...versions,
    created_at: new Date().toISOString(),
  };
  addText(LABEL_NAME, JSON.stringify(label, null, 2));
  const key = await readFile(dir.secretKey).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (key) addText(KEY_NAME, key);
  result.withKey = key !== undefined;

  let expected = 0;
  source.onSize((bytes) => void (expected = bytes));
  const cluster = extract();
  const copied = pipeline(source.tar, cluster);
  // The loop below also reports the failure; this handler prevents an unhandled rejection before that.
  copied.catch(() => {});
  for await (const entry of cluster) {
    const name = CLUSTER_PREFIX + posix.normalize(entry.header.name);
    if (entry.header.type === "directory") {
      entry.on("error", ignoreError).resume();
      tar.entry(clean(entry.header, name)).on("error", ignoreError);
      continue;
    }
    if (entry.header.type !== "file")
      throw new Error(`the cluster contains ${name}, which is neither a file nor a directory`);
    const hash = createHash("sha256");
    const size = entry.header.size ?? 0;
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        result.bytes += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(entry, hashing, tar.entry(clean(entry.header, name)));
    checksums[name] = { size, sha256: hash.digest("hex") };
    result.files += 1;
    onProgress?.(`${megabytes(result.bytes)}${expected > result.bytes ? ` of ${megabytes(expected)}` : ""}`);
  }
  await copied;
  const sums = JSON.stringify(checksums);
  tar.entry({ name: CHECKSUMS_NAME, mode: 0o600, mtime: new Date() }, sums).on("error", ignoreError);
  tar.finalize();
}

/** An entry fails together with its archive, whose error is handled. */
const ignoreError = () => {};

const clean = ({ type, size, mtime }: Headers, name: string) => ({
  name,
  type,
  size,
  mtime,
  mode: type === "directory" ? 0o700 : 0o600,
});

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** Gives the file its final name, unless a file with that name has been created in the meantime. */
async function publish(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw error;
    // The file system does not support hard links.
    await rename(part, file);
  }
  await syncDirectory(dirname(file));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function refusal(error: unknown, file: string): unknown {
  if (error instanceof DatabaseError)
    return new StartRefused(`The backup failed. PostgreSQL reported: ${error.message}.`);
  if (!(error instanceof Error) || !("code" in error)) return error;
  const sentence = {
    EEXIST: `${file}.part exists already: another backup is writing it, or an earlier one was interrupted. Delete it or choose another name.`,
    ENOENT: `${dirname(file)} does not exist. Create the directory first.`,
    ENOTDIR: `${dirname(file)} is not a directory.`,
    EACCES: `${file} cannot be written by this user.`,
    EPERM: `${file} cannot be written by this user.`,
    EROFS: `${file} is on a read-only file system.`,
    ENOSPC: `The disk that should hold ${file} is full. Nothing was left behind.`,
    EDQUOT: `The disk that should hold ${file} is full. Nothing was left behind.`,
  }[String(error.code)];
  return sentence === undefined ? error : new StartRefused(sentence, { cause: error });
}
