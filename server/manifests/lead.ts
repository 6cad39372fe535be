// One process of several does something, as long as it lives: whoever holds an advisory lock of the database. When it goes, or
// its connection does, another takes over.
import type pg from "pg";
import type { Databases } from "../db/pool.ts";

export interface Lead {
  /** Whether this process is the one; takes the lock when it is free. */
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
        // A connection that dies takes the lock with it.
        next.on("error", () => void drop(next));
        next.on("end", () => void drop(next));
        await next.connect();
        client = next;
      }
      const asked = client;
      try {
        const { rows } = await asked.query<{ ours: boolean }>("select pg_try_advisory_lock(hashtext($1)) as ours", [
          `quarterdeck.${name}`,
        ]);
        holds = rows[0]!.ours && client === asked;
      } catch (error) {
        await drop(asked);
        throw error;
      }
      return holds;
    },
    release: () => drop(client),
  };
}
