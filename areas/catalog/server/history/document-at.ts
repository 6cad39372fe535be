// Reconstructs the document of a config item at a point in time.
import type { Json } from "#language/columns.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { ConfigAt, ConfigVersion } from "../../contract.ts";
import { withoutNulls } from "../../normal-text.ts";
import { countVersions, type KeptItem, type KeptVersion } from "./read-history.ts";
import { walkBack, type Gap } from "./walk-back.ts";

/** A point in time, or the moment before or after a change, because two changes may have the same timestamp. */
export interface When {
  time: Date;
  change?: { id: string; side: "before" | "after" };
}

export async function documentAt(db: QueryClient, item: KeptItem, when: When): Promise<ConfigAt> {
  const { time } = when;
  const { first } = await countVersions(db, item.id);
  const known = earliest([item.inserted_at, item.created_at, ...(first === null ? [] : [first])]);
  const base = {
    id: item.id,
    time: time.toISOString(),
    existed:
      time >= new Date(earliest([item.created_at, known])) &&
      (item.deleted_at === null || time < new Date(item.deleted_at)),
  };
  if (time < new Date(known) && !when.change)
    return { ...base, config: null, is_current: false, version: null, next: null, between: null, gap: null };
  const { lines, version, next, between, gap } = await walkTo(db, item, when);
  const text = lines?.join("\n");
  return {
    ...base,
    config: gap ? null : text === undefined ? withoutNulls(item.config) : (JSON.parse(text) as Json),
    is_current: next === null,
    version,
    next,
    between: gap ? null : between,
    gap: gap ?? null,
  };
}

interface Reached {
  /** The lines of the reconstructed document; undefined for the current document. */
  lines: readonly string[] | undefined;
  version: ConfigVersion | null;
  next: ConfigVersion | null;
  between: ConfigAt["between"];
  gap: Gap | undefined;
}

/**
 * Whether a version started at or before the point in time. Must be called with the versions in order, newest first.
 */
function startedBy({ time, change }: When): (version: KeptVersion) => boolean {
  if (!change) return ({ at }) => new Date(at) <= time;
  if (change.side === "after") return ({ id }) => id === change.id;
  let isPassed = false;
  return ({ id }) => {
    if (isPassed) return true;
    isPassed = id === change.id;
    return false;
  };
}

async function walkTo(db: QueryClient, item: KeptItem, when: When): Promise<Reached> {
  const hasStarted = startedBy(when);
  const unlessKnown = (gap: Gap | undefined) => (gap && when.time < new Date(gap.before) ? gap : undefined);
  const steps = walkBack(db, item, { mark: () => undefined, unknown: undefined, onAdded: () => {} });
  let reached: Reached = { lines: undefined, version: null, next: null, between: null, gap: undefined };
  for (;;) {
    const { value, done } = await steps.next();
    // All versions have been read: either the document has not changed since the item was created, or older versions
    // are lost.
    if (done) return { ...reached, gap: unlessKnown(value) };
    const { version, before, gap } = value;
    if (gap) return { ...reached, gap: unlessKnown(gap) };
    if (hasStarted(version)) return { ...reached, version: withoutDiff(version) };
    const between = betweenOf(version, when);
    reached = { lines: before?.lines, version: null, next: withoutDiff(version), between, gap };
  }
}

/** Set if several changes are stored as one, and the point in time is between the first and the last of them. */
function betweenOf({ first_at: from, at: until, count }: KeptVersion, { time, change }: When): Reached["between"] {
  const isBetween = change === undefined && count > 1 && time >= new Date(from) && time < new Date(until);
  return isBetween ? { from, until, count } : null;
}

export function withoutDiff(kept: KeptVersion): ConfigVersion {
  const { diff, config_hash, first_at, ...version } = kept;
  void [diff, config_hash, first_at];
  return version;
}

const earliest = (times: readonly string[]) =>
  times.reduce((first, time) => (Date.parse(time) < Date.parse(first) ? time : first));
