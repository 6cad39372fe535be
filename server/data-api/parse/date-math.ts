// Points in time as people write them in filters: `now`, `now-1d`, `now-1w/d`, `2026-11-15T00:00:00Z||+2h`, or a plain date.

const unitSetters: Readonly<Record<string, (date: Date, count: number) => void>> = {
  s: (date, count) => void date.setUTCSeconds(date.getUTCSeconds() + count),
  m: (date, count) => void date.setUTCMinutes(date.getUTCMinutes() + count),
  h: (date, count) => void date.setUTCHours(date.getUTCHours() + count),
  d: (date, count) => void date.setUTCDate(date.getUTCDate() + count),
  w: (date, count) => void date.setUTCDate(date.getUTCDate() + 7 * count),
  M: (date, count) => void date.setUTCMonth(date.getUTCMonth() + count),
  y: (date, count) => void date.setUTCFullYear(date.getUTCFullYear() + count),
};

const roundings: Readonly<Record<string, (date: Date) => void>> = {
  s: (date) => void date.setUTCMilliseconds(0),
  m: (date) => void date.setUTCSeconds(0, 0),
  h: (date) => void date.setUTCMinutes(0, 0, 0),
  d: (date) => void date.setUTCHours(0, 0, 0, 0),
  w: (date) => {
    date.setUTCHours(0, 0, 0, 0);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  },
  M: (date) => {
    date.setUTCHours(0, 0, 0, 0);
    date.setUTCDate(1);
  },
  y: (date) => {
    date.setUTCHours(0, 0, 0, 0);
    date.setUTCMonth(0, 1);
  },
};

/** In RFC 3339, or undefined when it is no point in time. */
export function dateMath(text: string, now = new Date()): string | undefined {
  const [, anchor = "", steps = ""] = /^(now|.*?\|\|)?(.*)$/s.exec(text)!;
  const isPlain = anchor === "";
  const date = anchor === "now" ? new Date(now) : new Date(isPlain ? text : anchor.slice(0, -2));
  if (Number.isNaN(date.getTime())) return undefined;
  if (!isPlain) {
    if (!/^(?:[+-]\d{1,6}[smhdwMy]|\/[smhdwMy])*$/.test(steps)) return undefined;
    for (const [, count, unit, rounding] of steps.matchAll(/([+-]\d+)([smhdwMy])|\/([smhdwMy])/g))
      if (rounding) roundings[rounding]!(date);
      else unitSetters[unit!]!(date, Number(count));
  }
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
