// The document of a config item as it was at a moment.
import type { Json } from "#language/columns.ts";
import type { Asking } from "#server/db/pool.ts";
import type { ConfigAt, ConfigVersion } from "../../contract.ts";
import { withoutNulls } from "../../normal-text.ts";
import { countVersions, type KeptItem, type KeptVersion } from "./read-history.ts";
import { walkBack, type Gap } from "./walk-back.ts";

/** A moment, or one of the sides of a change: two changes may fall into one millisecond. */
export interface When {
  time: Date;
  change?: { id: string; side: "before" | "after" };
}

export async function documentAt(db: Asking, item: KeptItem, when: When): Promise<ConfigAt> {
  const { time } = when;
  const { first } = await countVersions(db, item.id);
  const known = earliest([item.inserted_at, item.created_at, ...(first === null ? [] : [first])]);
  const told = {
    id: item.id,
    time: time.toISOString(),
    existed:
      time >= new Date(earliest([item.created_at, known])) &&
      (item.deleted_at === null || time < new Date(item.deleted_at)),
  };
  if (time < new Date(known) && !when.change)
    return { ...told, config: null, is_current: false, version: null, next: null, gap: null };
  const { lines, version, next, gap } = await walkTo(db, item, when);
  const text = lines?.join("\n");
  return {
    ...told,
    config: gap ? null : text === undefined ? withoutNulls(item.config) : (JSON.parse(text) as Json),
    is_current: next === null,
    version,
    next,
    gap: gap ?? null,
  };
}

interface Reached {
  /** Undefined when it is what it is today. */
  lines: readonly string[] | undefined;
  version: ConfigVersion | null;
  next: ConfigVersion | null;
  gap: Gap | undefined;
}

/** Whether a version began at the moment or before, told one after the other from the newest on. */
function begunBy({ time, change }: When): (version: KeptVersion) => boolean {
  if (!change) return ({ at }) => new Date(at) <= time;
  if (change.side === "after") return ({ id }) => id === change.id;
  let isPassed = false;
  return ({ id }) => {
    if (isPassed) return true;
    isPassed = id === change.id;
    return false;
  };
}

async function walkTo(db: Asking, item: KeptItem, when: When): Promise<Reached> {
  const hasBegun = begunBy(when);
  const unlessKnown = (gap: Gap | undefined) => (gap && when.time < new Date(gap.before) ? gap : undefined);
  const steps = walkBack(db, item, { mark: () => undefined, unknown: undefined, onCame: () => {} });
  let reached: Reached = { lines: undefined, version: null, next: null, gap: undefined };
  for (;;) {
    const { value, done } = await steps.next();
    // Either it was so from the beginning, or nobody can say.
    if (done) return { ...reached, gap: unlessKnown(value) };
    const { version, before, gap } = value;
    if (gap) return { ...reached, gap: unlessKnown(gap) };
    if (hasBegun(version)) return { ...reached, version: withoutDiff(version) };
    reached = { lines: before?.lines, version: null, next: withoutDiff(version), gap };
  }
}

export function withoutDiff(kept: KeptVersion): ConfigVersion {
  const { diff, config_hash, ...version } = kept;
  void [diff, config_hash];
  return version;
}

const earliest = (times: readonly string[]) =>
  times.reduce((first, time) => (Date.parse(time) < Date.parse(first) ? time : first));
