// Elects one of several processes: the process that holds an advisory lock of the database. When it or its connection
// ends, a different process takes over.
import type pg from "pg";
import type { Databases } from "../db/pool.ts";

export interface Lead {
  /** Whether this process is the leader; takes the lock if it is free. */
  isOurs(): Promise<boolean>;
  release(): Promise<void>;
}

export function createLead(db: Databases, name: string): Lead {
  let client: pg.Client | undefined;
  let holds = false;

  const drop = async (lost: pg.Client | undefined) => {
    if (client === lost) {
      client = undefined;
      holds = false;
    }
    await lost?.end().catch(() => {});
  };

  return {
    async isOurs() {
      if (client && holds) return true;
      if (!client) {
        const next = db.dedicatedClient(name);
        // The lock is released when its connection ends.
        next.on("error", () => void drop(next));
        next.on("end", () => void drop(next));
        await next.connect();
        client = next;
      }
      const current = client;
      try {
        const { rows } = await current.query<{ ours: boolean }>("select pg_try_advisory_lock(hashtext($1)) as ours", [
          `quarterdeck.${name}`,
        ]);
        holds = rows[0]!.ours && client === current;
      } catch (error) {
        await drop(current);
        throw error;
      }
      return holds;
    },
    release: () => drop(client),
  };
}
