// Arithmetic with wall time, used by time ranges, schedules and dates. Only Intl has the zone data. A wall time is a
// number of milliseconds whose UTC fields show the local time. A skipped wall time means the moment of the clock
// change; a repeated wall time means its first occurrence, unless the caller requests both. Later wall times therefore
// never map to earlier moments.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The units in order of length. Minutes (m) and months (M) differ only in case. */
export const units = ["ms", "s", "m", "h", "d", "w", "M", "y"] as const;
export type Unit = (typeof units)[number];

const lengths: Partial<Record<Unit, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR };

interface Zone {
  format: Intl.DateTimeFormat;
  /**
   * The offsets, cached per minute: modern clock changes happen on whole minutes, and a call to Intl takes about 10 µs.
   */
  offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();
const offsetsKept = 20_000;

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    zones.set(timeZone, (zone = { format, offsets: new Map() }));
  }
  return zone;
}

/** Whether Intl supports the name, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The last moment that a Date can hold. Results beyond it are NaN. */
const LAST = 8.64e15;

/** The offset from UTC at that moment, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  if (!(Math.abs(instant) <= LAST)) return Number.NaN;
  if (timeZone === "UTC") return 0;
  const { format, offsets } = zoneOf(timeZone);
  const minute = Math.floor(instant / MINUTE);
  let offset = offsets.get(minute);
  if (offset === undefined) {
    if (offsets.size >= offsetsKept) offsets.clear();
    offsets.set(minute, (offset = readOffset(format.format(instant))));
  }
  return offset;
}

/** Parses the end of "11/15/2026, GMT+01:00". */
function readOffset(text: string): number {
  const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND);
}

export const wallOf = (instant: number, timeZone: string) => instant + offsetAt(instant, timeZone);

/**
 * Returns every moment with this wall time: one, or two if the clock is set back. For a skipped wall time it returns
 * the moment of the clock change.
 */
export function momentsOf(wall: number, timeZone: string): number[] {
  const [before, after] = [offsetAt(wall - DAY, timeZone), offsetAt(wall + DAY, timeZone)];
  const shown = [...new Set([wall - before, wall - after])].filter((moment) => wallOf(moment, timeZone) === wall);
  return shown.length > 0 ? shown.sort((a, b) => a - b) : [endOfGap(wall - after, wall - before, timeZone)];
}

export const momentOf = (wall: number, timeZone: string) => momentsOf(wall, timeZone)[0]!;

/** Finds the moment between the two at which the clock is set forward. */
function endOfGap(before: number, after: number, timeZone: string): number {
  const offset = offsetAt(before, timeZone);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timeZone) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Adds units. Hours and shorter units are durations. Days and longer units keep the wall time; months keep the day if
 * it exists, otherwise they use the last day.
 */
export function add(instant: number, count: number, unit: Unit, timeZone: string): number {
  const length = lengths[unit];
  if (length !== undefined || count === 0) return instant + count * (length ?? 0);
  return momentOf(addToWall(wallOf(instant, timeZone), count, unit), timeZone);
}

function addToWall(wall: number, count: number, unit: Unit): number {
  const length = lengths[unit];
  if (length !== undefined) return wall + count * length;
  const date = new Date(wall);
  if (unit === "d" || unit === "w") date.setUTCDate(date.getUTCDate() + count * (unit === "w" ? 7 : 1));
  else {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + count * (unit === "y" ? 12 : 1));
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
  }
  return date.getTime();
}

/** Rounds a wall time down to the start of a unit. Weeks begin on Monday. */
function floorWall(wall: number, unit: Unit): number {
  const length = lengths[unit];
  if (length !== undefined) return Math.floor(wall / length) * length;
  const date = new Date(wall);
  date.setUTCHours(0, 0, 0, 0);
  if (unit === "w") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (unit === "M") date.setUTCDate(1);
  if (unit === "y") date.setUTCMonth(0, 1);
  return date.getTime();
}

// Returns the moments at which a unit may start. A repeated hour counts as two hours; a day that contains it counts as
// one day.
const begins = (wall: number, unit: Unit, timeZone: string) => {
  const moments = momentsOf(wall, timeZone);
  return lengths[unit] === undefined ? moments.slice(0, 1) : moments;
};

export function startOf(instant: number, unit: Unit, timeZone: string): number {
  const moments = begins(floorWall(wallOf(instant, timeZone), unit), unit, timeZone);
  return moments.findLast((moment) => moment <= instant) ?? moments[0]!;
}

/** Returns the last millisecond of the unit. */
export function endOf(instant: number, unit: Unit, timeZone: string): number {
  const floor = floorWall(wallOf(instant, timeZone), unit);
  const following = [...begins(floor, unit, timeZone), ...begins(addToWall(floor, 1, unit), unit, timeZone)];
  return Math.min(...following.filter((moment) => moment > instant)) - 1;
}
