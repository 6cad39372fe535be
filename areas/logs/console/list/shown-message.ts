// Lines of files often begin with their time and their level. The list has columns for both, so it leaves them out of the
// message; the details of a line have all of it.
import type { LogLine } from "../../contract.ts";

const time = /^\[?\d{4}-\d\d-\d\d[T ]\d\d(:\d\d:\d\d)(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?\s+/;
const level = /^[[<]?(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit)[\]>]?:?\s+/i;

/** Removes the time of the line, and then its level, if the list has columns for them. */
export function shownMessage({ message, timestamp, severity }: LogLine, columns: readonly string[]): string {
  const [prefix, minutes] = time.exec(message) ?? [];
  // The hours of time zones differ. With other minutes, it is not the time of the line.
  if (prefix === undefined || !columns.includes("time") || !timestamp.includes(minutes!)) return message;
  const rest = message.slice(prefix.length);
  return severity !== undefined && columns.includes("level") ? rest.replace(level, "") : rest;
}
