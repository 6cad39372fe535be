// Drops entries that this process keeps in memory by canary or check id: parsed canaries, counts for /metrics, faults
// already written to the history. Any process may delete the rows, and a deleted canary never runs again, so no other
// code would remove its entries. Once the number of entries has doubled since the last sweep, the existing ids are read
// and all other entries are dropped. So memory use stays proportional to the number of rows.
import { sql, type Kysely } from "kysely";
import { isConnectionLost } from "#server/db/failures.ts";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";

export interface Memory {
  /** Current number of entries. */
  readonly size: number;
  /** Drops the entries of canaries and checks that do not exist. */
  retain(exists: (id: string) => boolean): void;
}

export interface Memories {
  add(memory: Memory): void;
  /** Called after every batch of runs; does nothing until the number of entries has doubled. */
  sweepWhenDoubled(): Promise<void>;
}

/** Minimum number of entries for a sweep, because a sweep of fewer entries is not worth a query. */
const defaultMinEntries = 1_000;

export function createMemories({
  db,
  log,
  minEntries = defaultMinEntries,
}: {
  db: () => Kysely<DB>;
  log: Log;
  minEntries?: number | undefined;
}): Memories {
  const memories: Memory[] = [];
  let sweepFrom = minEntries;
  let isSweeping = false;
  const size = () => memories.reduce((sum, memory) => sum + memory.size, 0);

  async function sweep(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select id from canaries where deleted_at is null
      union all
      select id from checks where deleted_at is null`.execute(db());
    const present = new Set(rows.map(({ id }) => id));
    for (const memory of memories) memory.retain((id) => present.has(id));
    sweepFrom = Math.max(minEntries, size() * 2);
  }

  return {
    add: (memory) => void memories.push(memory),
    async sweepWhenDoubled() {
      if (isSweeping || size() < sweepFrom) return;
      isSweeping = true;
      try {
        await sweep();
      } catch (error) {
        if (!isConnectionLost(error)) log.warn({ err: error }, "deleted checks could not be dropped from memory");
      } finally {
        isSweeping = false;
      }
    },
  };
}
