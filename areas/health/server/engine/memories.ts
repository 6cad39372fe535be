// Entries that this process keeps in memory by the id of a canary or a check: parsed canaries, counts for /metrics, faults
// already written to the history. Any process may delete the rows, and a deleted canary is never run again, so nothing
// would ever touch its entries. Once the memories have doubled since the last sweep, the ids that still exist are read
// and all other entries are dropped: what is kept stays proportional to what exists.
import { sql, type Kysely } from "kysely";
import { isConnectionLost } from "#server/db/failures.ts";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";

export interface Memory {
  /** Entries at the moment. */
  readonly size: number;
  /** Drops the entries of canaries and checks that do not exist. */
  retain(exists: (id: string) => boolean): void;
}

export interface Memories {
  add(memory: Memory): void;
  /** Called after every batch of runs; does nothing until the memories have doubled. */
  sweepWhenDoubled(): Promise<void>;
}

/** Fewer entries than this are not worth a query. */
const usualLeast = 1_000;

export function createMemories({
  db,
  log,
  least = usualLeast,
}: {
  db: () => Kysely<DB>;
  log: Log;
  least?: number | undefined;
}): Memories {
  const memories: Memory[] = [];
  let sweepFrom = least;
  let isSweeping = false;
  const size = () => memories.reduce((sum, memory) => sum + memory.size, 0);

  async function sweep(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select id from canaries where deleted_at is null
      union all
      select id from checks where deleted_at is null`.execute(db());
    const present = new Set(rows.map(({ id }) => id));
    for (const memory of memories) memory.retain((id) => present.has(id));
    sweepFrom = Math.max(least, size() * 2);
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
