// Lines in files often begin with their time and level. The list has columns for both, so it removes them from the
// message; the line details show the full message.
import type { LogLine } from "../../contract.ts";

const time = /^\[?\d{4}-\d\d-\d\d[T ]\d\d(:\d\d:\d\d)(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?\s+/;
const level = /^[[<]?(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit)[\]>]?:?\s+/i;

/** Removes the time of the line, and then its level, if the list has columns for them. */
export function shownMessage({ message, timestamp, severity }: LogLine, columns: readonly string[]): string {
  const [prefix, minutes] = time.exec(message) ?? [];
  // The hour may differ because of the time zone. If the minutes differ, this is not the time of the line.
  if (prefix === undefined || !columns.includes("time") || !timestamp.includes(minutes!)) return message;
  const rest = message.slice(prefix.length);
  return severity !== undefined && columns.includes("level") ? rest.replace(level, "") : rest;
}
