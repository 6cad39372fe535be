// Parses a journal entry in the JSON format of journalctl. https://systemd.io/JOURNAL_EXPORT_FORMATS/
import { syslogSeverity } from "#lib/logs/severity.ts";
import type { RawLine } from "../../source/reader.ts";

/** The entry fields that become labels, by field name. */
const labelled: Readonly<Record<string, string>> = {
  _SYSTEMD_UNIT: "unit",
  SYSLOG_IDENTIFIER: "identifier",
  PRIORITY: "priority",
  _TRANSPORT: "transport",
  _PID: "pid",
};

export const outputFields = ["MESSAGE", "_HOSTNAME", ...Object.keys(labelled)];

/** The range of dates. */
const maxMicros = 8.64e18;

/** Returns undefined if the text is not an entry. */
export function readEntry(text: string): RawLine | undefined {
  const entry = parsed(text);
  const micros = Number(entry?.["__REALTIME_TIMESTAMP"]);
  if (!entry || !(Math.abs(micros) <= maxMicros)) return undefined;
  const labels: Record<string, string> = {};
  for (const [field, label] of Object.entries(labelled)) {
    const value = textOf(entry[field]);
    if (value !== undefined) labels[label] = value;
  }
  const time = Math.floor(micros / 1_000);
  const priority = Number(labels["priority"]);
  return {
    id: textOf(entry["__CURSOR"]) ?? String(micros),
    time,
    timestamp: `${new Date(time).toISOString().slice(0, -1)}${String(micros % 1_000).padStart(3, "0")}Z`,
    message: textOf(entry["MESSAGE"]) ?? "",
    labels,
    severity: Number.isInteger(priority) ? syslogSeverity(priority) : undefined,
    host: textOf(entry["_HOSTNAME"]),
    source: labels["identifier"] ?? labels["unit"],
  };
}

/** A value that is not text is a list of bytes, and a field that occurs several times is a list of values. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  if (value.every((item) => typeof item === "number")) return Buffer.from(value).toString("utf8");
  return textOf(value[0]);
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
