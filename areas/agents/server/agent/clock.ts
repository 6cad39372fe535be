// Measures the difference between the clocks of the agent and its server. Pushed times are corrected by it.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";

/** Smaller differences are delays of the network. */
const toleranceMs = 2_000;

/**
 * `sent` and `received` are times of this machine's clock, before and after a request in which the server read
 * `serverTime`.
 */
export interface Measurement {
  sent: Date;
  received: Date;
  serverTime: Date;
}

export const offsetOf = ({ sent, received, serverTime }: Measurement): number => {
  const offset = serverTime.getTime() - (sent.getTime() + received.getTime()) / 2;
  const delay = received.getTime() - sent.getTime();
  // The server may have read its clock at any moment in between.
  return Math.abs(offset) < toleranceMs + Math.max(delay, 0) / 2 ? 0 : Math.round(offset);
};

/** Stores an offset that differs from the last one. */
export async function recordOffset(db: Kysely<DB>, measured: Measurement): Promise<void> {
  const offset = offsetOf(measured);
  await sql`
    insert into clock_offsets (measured_at, offset_ms)
    select ${measured.received.toISOString()}::timestamptz, ${offset}::bigint
    where  abs(${offset}::bigint - coalesce((select offset_ms from clock_offsets order by measured_at desc limit 1), 0)) >= ${toleranceMs}
    or     not exists (select from clock_offsets)
    on conflict (measured_at) do update set offset_ms = excluded.offset_ms`.execute(db);
}
