// How far a reader of `changes` has read: a snapshot of PostgreSQL's transactions, and when it was taken. What a later
// snapshot sees and this one does not is exactly what has happened since, in whatever order transactions committed;
// nobody waits for a long transaction, and nothing is skipped. As text it is the id of a server-sent event.

export interface Cursor {
  /** As PostgreSQL prints a pg_snapshot: `xmin:xmax:xip,…`. */
  snapshot: string;
  /** Seconds since 1970, by the database's clock. */
  at: number;
}

/** The least time that rows of `changes` are kept, hence the longest gap that a reader can make up for. */
export const keptMinutes = 15;

export const isTooOld = ({ at }: Cursor, now: number) => now - at > keptMinutes * 60;

export const printCursor = ({ snapshot, at }: Cursor) => `${at}-${snapshot}`;

/** Undefined for anything that printCursor would not have written; it comes from a stranger. */
export function parseCursor(text: string): Cursor | undefined {
  const [, at, snapshot, xmin, xmax, running] =
    /^(\d{1,12})-((\d{1,20}):(\d{1,20}):(\d{1,20}(?:,\d{1,20})*)?)$/.exec(text) ?? [];
  if (!at || !snapshot || !xmin || !xmax) return undefined;
  // What PostgreSQL demands of a snapshot: xmin <= every running one < xmax, in order.
  const order = [xmin, ...(running?.split(",") ?? [])].map(BigInt);
  const most = 2n ** 63n;
  const isOrdered =
    order.every((xid, index) => index < 2 || xid > order[index - 1]!) && order.every((xid) => xid >= order[0]!);
  const last = order.at(-1)!;
  const isBelow = order.length === 1 ? last <= BigInt(xmax) : last < BigInt(xmax);
  return order[0]! > 0n && isOrdered && isBelow && BigInt(xmax) < most ? { snapshot, at: Number(at) } : undefined;
}
