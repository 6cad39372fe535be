// The days of a month in a calendar. Days are strings such as 2026-11-05, which can be compared and have no time zone.

const pad = (figure: number) => String(figure).padStart(2, "0");
const dayOf = (date: Date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
const dateOf = (day: string) => new Date(`${day.slice(0, 10)}T00:00:00Z`);

export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}

/** The same day of another month, or its last day. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
}

/** 2026-11 */
export const monthOf = (day: string) => day.slice(0, 7);

/** Always six whole weeks from Monday, so that the height of calendars does not change. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -((dateOf(first).getUTCDay() + 6) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, week * 7 + weekday)),
  );
}

const named = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
export const monthName = (month: string) => named.format(dateOf(`${month}-01`));

const spoken = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });
/** "Thursday, November 5, 2026", for screen readers. */
export const dayName = (day: string) => spoken.format(dateOf(day));
