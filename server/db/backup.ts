// Backs up the embedded cluster to one file while it runs, and restores it to a new data directory. A database set by
// DATABASE_URL is backed up with its operator's own tools.
import { existsSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readHolder, tryLockDataDir } from "../data-dir/lock.ts";
import type { DataDir } from "../data-dir/data-dir.ts";
import type { Log } from "../log.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { readBackup, type RestoreResult } from "./backup/read.ts";
import { writeBackup, type BackupResult } from "./backup/write.ts";
import { startEmbedded } from "./embedded.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { SUPERUSER } from "./embedded/cluster.ts";
import { readPostmaster } from "./embedded/postmaster.ts";
import { findDataPlace, type WantedPlace } from "./embedded/reach.ts";

interface CopyOptions extends WantedPlace {
  file: string;
  log: Log;
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
}

/** Copies the running cluster; a cluster that is not running is started for the duration of the backup. */
export async function backUp(
  options: CopyOptions & { quarterdeckVersion: string },
): Promise<BackupResult & { file: string }> {
  const { onProgress, signal, quarterdeckVersion } = options;
  const file = resolve(options.file);
  const wasThere = existsSync(options.dataDir);
  const { dir, account } = await findDataPlace(options);
  const { version } = findBinaries(account);
  const versions = { quarterdeck: quarterdeckVersion, postgres: version };
  if (!existsSync(dir.postgres)) {
    removeIfUnused(dir, { wasThere });
    throw new StartRefused(
      `There is no database in ${dir.path}, so there is nothing to back up. Check that DATA_DIR is the directory of the server.`,
    );
  }
  const lock = await tryLockDataDir(dir);
  if (lock === undefined)
    return { ...(await writeBackup({ dir, superuser: running(dir), versions, file, onProgress, signal })), file };
  // No process uses the directory. startEmbedded takes the lock itself.
  lock.release();
  onProgress?.("starting PostgreSQL");
  const embedded = await startEmbedded(options);
  try {
    return { ...(await writeBackup({ dir, superuser: embedded.superuser, versions, file, onProgress, signal })), file };
  } finally {
    await embedded.stop();
  }
}

function running(dir: DataDir) {
  const postmaster = readPostmaster(dir.postgres);
  if (!postmaster) {
    const pid = readHolder(dir)?.pid;
    throw new StartRefused(
      `Quarterdeck${pid === undefined ? "" : ` (process ${pid})`} runs on ${dir.path}, but its PostgreSQL does not respond. Try again in a moment.`,
    );
  }
  return { host: postmaster.socketDir, port: postmaster.port, user: SUPERUSER, database: "postgres" };
}

/** Creates a data directory from a backup; the first start recovers the database to the end of the backup. */
export async function restore(options: CopyOptions): Promise<RestoreResult & { dataDir: string }> {
  const { onProgress, signal } = options;
  const file = resolve(options.file);
  const wasThere = existsSync(options.dataDir);
  const { dir, account } = await findDataPlace(options);
  const { major } = findBinaries(account);
  const lock = await tryLockDataDir(dir);
  if (lock === undefined) {
    throw new StartRefused(
      `Quarterdeck is running on ${dir.path}. A backup can only be restored into an empty directory: set DATA_DIR to an empty directory.`,
    );
  }
  try {
    const restored = await readBackup({ file, dir, account, postgresMajor: major, onProgress, signal });
    lock.release();
    return { ...restored, dataDir: dir.path };
  } catch (error) {
    removeIfUnused(dir, { wasThere });
    lock.release();
    throw error;
  }
}

/** After a failure: deletes the lock file, and the directory if this process created it. */
function removeIfUnused(dir: DataDir, { wasThere }: { wasThere: boolean }): void {
  const others = readdirSync(dir.path).filter((name) => join(dir.path, name) !== dir.lock);
  if (others.length > 0) return;
  rmSync(dir.lock, { force: true });
  if (!wasThere) rmdirSync(dir.path);
}
