// What is wrong with canaries themselves, in the history of jobs: a row when it changes, so that the page of a canary says why
// its checks cannot work, and one more when it is mended. Runs that go well leave none.
import { newId } from "#server/db/new-id.ts";
import type { DB } from "#server/db/tables.ts";
import { recordEnd } from "#server/jobs/history.ts";
import type { Log } from "#server/log.ts";
import type { Kysely } from "kysely";
import type { Memory } from "./memories.ts";
import type { Fault, Recorded } from "./record.ts";

export interface FaultHistory extends Memory {
  note(recorded: readonly Recorded[], faults: readonly Fault[]): void;
  flush(): Promise<void>;
}

/** Checks of one canary come in one by one. */
const gatherMs = 1_000;

interface Known {
  /** By check. */
  errors: Map<string, string>;
  written: string;
}

export function createFaultHistory({ db, log }: { db: () => Kysely<DB>; log: Log }): FaultHistory {
  const known = new Map<string, Known>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function of(canaryId: string): Known {
    const found = known.get(canaryId) ?? { errors: new Map<string, string>(), written: "" };
    known.set(canaryId, found);
    return found;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    for (const canaryId of changed) {
      changed.delete(canaryId);
      const { errors, written } = of(canaryId);
      const texts = [...errors.values()];
      const text = texts.join("\n");
      if (text !== written)
        await write(canaryId, texts).catch((error: unknown) => log.debug({ err: error }, "no history of a canary"));
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
    note(recorded, faults) {
      const faulty = Map.groupBy(faults, (fault) => fault.checkId);
      for (const { checkId, canary, name, type, result } of recorded) {
        const canaryId = canary.canary.id;
        const fault =
          faulty
            .get(checkId)
            ?.map(({ text }) => text)
            .join("\n") ?? (result.isInvalid ? `${name} (${type}): ${result.error}` : undefined);
        if (fault === undefined && !known.has(canaryId)) continue;
        const { errors } = of(canaryId);
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
