// Elects one of several processes as leader: the process that holds an advisory lock in the database. When that process
// or its connection ends, another process takes over.
import { sql, type Kysely } from "kysely";
import type pg from "pg";
import type { Databases } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";

export interface Lead {
  /**
   * Whether this process is the leader; takes the lock if it is free. After the lock was lost, false is returned once
   * before it is taken again, because another process may have been the leader in between.
   */
  isOurs(): Promise<boolean>;
  /** Whether this process still holds the lock; `on` may be the transaction that only the leader may perform. */
  isStillOurs(on: Kysely<DB>): Promise<boolean>;
  release(): Promise<void>;
}

/** `onLost` is called when the connection with the lock ends, if this process notices. */
export function createLead(db: Databases, name: string, { onLost }: { onLost?: () => void } = {}): Lead {
  const key = `quarterdeck.${name}`;
  let client: pg.Client | undefined;
  /** The process id of the session that holds the lock. */
  let holder: number | undefined;
  let wasOurs = false;

  const lose = (lost: pg.Client) => {
    if (wasOurs && client === lost) onLost?.();
    void drop(lost);
  };

  const drop = async (lost: pg.Client | undefined) => {
    if (client === lost) {
      client = undefined;
      holder = undefined;
    }
    await lost?.end().catch(() => {});
  };

  /** The database may have ended the session without this process noticing, so the cached answer is not enough. */
  const isHeld = async (on: Kysely<DB>): Promise<boolean> => {
    const pid = holder;
    if (pid === undefined) return false;
    const { rows } = await sql<{ held: boolean }>`
      select exists (
               select from pg_locks
               where  locktype = 'advisory' and granted and pid = ${pid} and objid = (hashtext(${key})::bigint & 4294967295)::oid
               and    database = (select oid from pg_database where datname = current_database())
             ) as held`.execute(on);
    return rows[0]!.held;
  };

  return {
    isStillOurs: isHeld,
    async isOurs() {
      if (wasOurs) {
        wasOurs = await isHeld(db.system);
        // Do not wait for an unresponsive connection to close.
        if (!wasOurs) void drop(client);
        return wasOurs;
      }
      if (!client) {
        const next = db.dedicatedClient(name);
        // The lock is released when its connection ends.
        next.on("error", () => lose(next));
        next.on("end", () => lose(next));
        await next.connect();
        client = next;
      }
      const current = client;
      try {
        const { rows } = await current.query<{ ours: boolean; pid: number }>(
          "select pg_try_advisory_lock(hashtext($1)) as ours, pg_backend_pid() as pid",
          [key],
        );
        wasOurs = rows[0]!.ours && client === current;
        if (wasOurs) holder = rows[0]!.pid;
        return wasOurs;
      } catch (error) {
        await drop(current);
        throw error;
      }
    },
    release: () => drop(client),
  };
}
