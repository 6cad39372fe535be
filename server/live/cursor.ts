// The position of a reader of `changes`: a PostgreSQL snapshot and the time when it was taken. The changes since then
// are exactly the changes that are visible in a later snapshot but not in this one, in whatever order transactions
// commit. Readers never wait for long transactions and never skip a change. The printed cursor is used as the id of a
// server-sent event.

export interface Cursor {
  /** The snapshot as PostgreSQL prints a pg_snapshot: `xmin:xmax:xip,…`. */
  snapshot: string;
  /** The time in seconds since 1970, by the database's clock. */
  at: number;
}

/** The minimum retention of rows in `changes`, and so the longest gap that a reader can resume after. */
export const retentionMinutes = 15;

export const isTooOld = ({ at }: Cursor, now: number) => now - at > retentionMinutes * 60;

export const printCursor = ({ snapshot, at }: Cursor) => `${at}-${snapshot}`;

/** Returns undefined for a string that printCursor would not produce, because the string comes from the client. */
export function parseCursor(text: string): Cursor | undefined {
  const [, at, snapshot, xmin, xmax, running] =
    /^(\d{1,12})-((\d{1,20}):(\d{1,20}):(\d{1,20}(?:,\d{1,20})*)?)$/.exec(text) ?? [];
  if (!at || !snapshot || !xmin || !xmax) return undefined;
  // PostgreSQL requires xmin <= each running transaction < xmax, in ascending order.
  const order = [xmin, ...(running?.split(",") ?? [])].map(BigInt);
  const limit = 2n ** 63n;
  const isOrdered =
    order.every((xid, index) => index < 2 || xid > order[index - 1]!) && order.every((xid) => xid >= order[0]!);
  const last = order.at(-1)!;
  const isBelow = order.length === 1 ? last <= BigInt(xmax) : last < BigInt(xmax);
  return order[0]! > 0n && isOrdered && isBelow && BigInt(xmax) < limit ? { snapshot, at: Number(at) } : undefined;
}
