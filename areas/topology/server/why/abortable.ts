// Statements that are cancelled when the client disconnects, because a walk reads thousands of rows.
import type pg from "pg";
import { Problem } from "#language/problem.ts";
import type { QueryClient } from "#server/db/pool.ts";

export const clientLeft = () =>
  new Problem("timeout", "The client disconnected, so the search for causes was stopped.", { status: 499 });

/** Throws `clientLeft` if the signal aborts before the result arrives. */
export const abortable = (pool: pg.Pool, signal: AbortSignal): QueryClient => ({
  async query(statement, values) {
    if (signal.aborted) throw clientLeft();
    const client = await pool.connect();
    let cancelling: Promise<unknown> | undefined;
    const cancel = () => {
      const { processID } = client as unknown as { processID: number };
      cancelling = pool.query("select pg_cancel_backend($1)", [processID]).catch(() => {});
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      if (signal.aborted) throw clientLeft();
      return await client.query(statement as string, values);
    } catch (error) {
      throw signal.aborted ? clientLeft() : error;
    } finally {
      signal.removeEventListener("abort", cancel);
      await cancelling;
      // The cancel request may arrive after the statement has finished, and would then cancel the next statement of
      // this connection.
      client.release(cancelling !== undefined);
    }
  },
});
