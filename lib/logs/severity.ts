// The severities of log lines, in the names and numbers that programs and syslog use.

export const severities = ["trace", "debug", "info", "warning", "error", "fatal"] as const;
export type Severity = (typeof severities)[number];

const names: Readonly<Record<string, Severity>> = {
  trace: "trace",
  finest: "trace",
  verbose: "trace",
  debug: "debug",
  dbg: "debug",
  fine: "debug",
  d: "debug",
  info: "info",
  information: "info",
  informational: "info",
  inf: "info",
  notice: "info",
  i: "info",
  warn: "warning",
  warning: "warning",
  wrn: "warning",
  w: "warning",
  error: "error",
  err: "error",
  eror: "error",
  severe: "error",
  e: "error",
  fatal: "fatal",
  critical: "fatal",
  crit: "fatal",
  alert: "fatal",
  emerg: "fatal",
  emergency: "fatal",
  panic: "fatal",
  f: "fatal",
};

/** The severities of syslog by number, from 0 (RFC 5424). */
const ofSyslog: readonly Severity[] = ["fatal", "fatal", "fatal", "error", "warning", "info", "info", "debug"];

export const syslogSeverity = (number: number): Severity | undefined => ofSyslog[number];

/**
 * Reads the value of a field: a name in any case, or a number of syslog (below 10) or of bunyan and pino (10 to 60).
 */
export function readSeverity(value: unknown): Severity | undefined {
  if (typeof value === "number") return value < 10 ? syslogSeverity(value) : severities[Math.round(value / 10) - 1];
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase();
  if (/^\d{1,2}$/.test(text)) return readSeverity(Number(text));
  return Object.hasOwn(names, text) ? names[text] : undefined;
}

/** The severity is near the beginning of a line. */
const searched = 300;

const word = /\b(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|SEVERE|FATAL|CRIT(?:ICAL)?|EMERG|PANIC)\b/;
const field = /\b(?:level|severity|lvl|levelname|log\.level)"?\s*[=:]\s*"?([A-Za-z]{1,13}|\d{1,2})\b/;
const lowerWord = /(?:^|[\s[(<|])(trace|debug|info|notice|warn(?:ing)?|error|fatal|critical|panic)(?=[\s\])>|:])/;

/** Finds the severity in the text of a line, without parsing the line. */
export function severityIn(line: string): Severity | undefined {
  const text = line.length > searched ? line.slice(0, searched) : line;
  const found = field.exec(text) ?? word.exec(text) ?? lowerWord.exec(text);
  return found ? readSeverity(found[1]) : undefined;
}
