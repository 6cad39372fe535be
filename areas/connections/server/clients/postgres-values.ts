// Reads values of PostgreSQL as JSON values and times.

/**
 * Types that are read as numbers. The driver returns some of them as strings, because large values do not fit into a
 * number.
 */
const numbers = new Set([20, 21, 23, 26, 700, 701, 1700]);
const [bool, json, jsonb, ...times] = [16, 114, 3802, 1082, 1114, 1184];

/** Returns the function that reads values of a type, by its number in PostgreSQL. */
export function postgresReader(type: number): (text: string) => unknown {
  if (numbers.has(type)) return readNumber;
  if (type === bool) return (text) => text === "t";
  if (type === json || type === jsonb) return (text) => JSON.parse(text) as unknown;
  if (times.includes(type)) return readTime;
  return (text) => text;
}

/** Returns an integer as a string if a JavaScript number cannot represent it exactly. */
function readNumber(text: string): number | string {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

/** Reads a time without a zone as UTC; infinity stays a string. */
function readTime(text: string): Date | string {
  const [day = "", hour] = text.split(" ");
  const zoned = hour?.replace(/([+-]\d\d)$/, "$1:00").replace(/^[^+-]*$/, "$&Z");
  const time = new Date(zoned === undefined ? day : `${day}T${zoned}`);
  return Number.isNaN(time.getTime()) ? text : time;
}
