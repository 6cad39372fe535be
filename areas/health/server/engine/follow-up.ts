// Follow-up work after results are recorded: writes faults of canaries to the job history, and stores the files of runs
// as artifacts.
import type { Kysely } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { DB } from "#server/db/tables.ts";
import { recordEnd } from "#server/jobs/history.ts";
import type { Log } from "#server/log.ts";
import type { System } from "#server/area.ts";
import type { Memory } from "./memories.ts";
import type { Fault, StoredRun } from "./record.ts";

// Faults: one history row is written when the faults of a canary change, so that the canary page shows why checks
// cannot run, and one when the faults are fixed. Successful runs write no row.

export interface FaultHistory extends Memory {
  note(stored: readonly StoredRun[], faults: readonly Fault[]): void;
  flush(): Promise<void>;
}

/** Results are collected for this time, because the checks of a canary finish one by one. */
const gatherMs = 1_000;

interface Known {
  /** Error messages by check id. */
  errors: Map<string, string>;
  written: string;
}

export function createFaultHistory({ db, log }: { db: () => Kysely<DB>; log: Log }): FaultHistory {
  const known = new Map<string, Known>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function entryOf(canaryId: string): Known {
    const found = known.get(canaryId) ?? { errors: new Map<string, string>(), written: "" };
    known.set(canaryId, found);
    return found;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    for (const canaryId of changed) {
      changed.delete(canaryId);
      const { errors, written } = entryOf(canaryId);
      const texts = [...errors.values()];
      const text = texts.join("\n");
      if (text !== written)
        await write(canaryId, texts).catch((error: unknown) =>
          log.debug({ err: error }, "the history of a canary could not be written"),
        );
      if (texts.length === 0) known.delete(canaryId);
      else known.set(canaryId, { errors, written: text });
    }
  }

  async function write(canaryId: string, errors: readonly string[]): Promise<void> {
    const run = { id: newId(), name: "Canary", resource: { type: "canary", id: canaryId }, startedAt: new Date() };
    await recordEnd(db(), run, {
      status: errors.length === 0 ? "SUCCESS" : "FAILED",
      successes: errors.length === 0 ? 1 : 0,
      failures: errors.length,
      details: errors.length === 0 ? {} : { errors: [...errors] },
      durationMs: 0,
    });
  }

  return {
    get size() {
      return known.size;
    },
    retain(exists) {
      for (const [canaryId, { errors }] of known) {
        if (!exists(canaryId)) known.delete(canaryId);
        else for (const checkId of errors.keys()) if (!exists(checkId)) errors.delete(checkId);
      }
    },
    note(stored, faults) {
      const faulty = Map.groupBy(faults, (fault) => fault.checkId);
      for (const { check, result } of stored) {
        const { id: checkId, name, type } = check;
        const canaryId = check.canary.id;
        const fault =
          faulty
            .get(checkId)
            ?.map(({ text }) => text)
            .join("\n") ?? (result.isInvalid ? `${name} (${type}): ${result.error}` : undefined);
        if (fault === undefined && !known.has(canaryId)) continue;
        const { errors } = entryOf(canaryId);
        if (errors.get(checkId) === fault) continue;
        if (fault === undefined) errors.delete(checkId);
        else errors.set(checkId, fault);
        changed.add(canaryId);
      }
      if (changed.size > 0) timer ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    flush,
  };
}

// Artifacts: the files that runs produced.

const maxFiles = 20;
const maxBytes = 20 * 1024 * 1024;

export async function keepArtifacts(
  { artifacts, db, log }: Pick<System, "artifacts" | "db" | "log">,
  stored: readonly StoredRun[],
): Promise<void> {
  for (const {
    check: { id: checkId },
    result,
  } of stored) {
    let bytes = 0;
    for (const { path, contentType, body } of result.artifacts.slice(0, maxFiles)) {
      bytes += body.length;
      if (bytes > maxBytes) break;
      const time = result.start.toISOString();
      const filename = path.split("/").at(-1) || path;
      const about = {
        path: `checks/${checkId}/${result.start.getTime()}/${path}`,
        filename,
        ...(contentType && { contentType }),
      };
      try {
        const { id } = await artifacts.save(about, once(body));
        await db.system
          .updateTable("artifacts")
          .set({ check_id: checkId, check_time: time })
          .where("id", "=", id)
          .execute();
      } catch (error) {
        log.warn({ err: error, check: checkId, path }, "an artifact of a check could not be stored");
      }
    }
  }
}

async function* once(body: Uint8Array) {
  yield Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
