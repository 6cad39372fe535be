// Lengths of time as the product writes them. An age is one figure ("4m"); a duration has all its parts ("1h 4m 12s").

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const ages: readonly (readonly [millis: number, unit: string])[] = [
  [YEAR, "y"],
  [MONTH, "mo"],
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
];

/** The largest unit that fits, rounded down: 0s, 59s, 1m, 23h, 29d, 11mo, 2y. The future counts as now. */
export function printAge(millis: number) {
  for (const [size, unit] of ages) {
    if (millis >= size) return `${Math.floor(millis / size)}${unit}`;
  }
  return "0s";
}

const parts: readonly (readonly [millis: number, unit: string])[] = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
];

/** Below a second in milliseconds, else in days, hours, minutes and seconds, empty parts left out. */
export function printDuration(millis: number) {
  const whole = Math.max(0, Math.round(millis));
  if (whole < SECOND) return `${whole}ms`;
  let rest = whole;
  const words: string[] = [];
  for (const [size, unit] of parts) {
    const figure = Math.floor(rest / size);
    rest -= figure * size;
    if (figure > 0) words.push(`${figure}${unit}`);
  }
  return words.join(" ");
}
