// Lines as a file: as text, as JSON lines, or as a table.
import { ask } from "#console/client/call.ts";
import type { Column } from "#console/widgets/table/column.ts";
import { printRows } from "#console/widgets/table/export-rows.ts";
import { plainText } from "#lib/logs/ansi.ts";
import { printLine } from "#lib/logs/print-line.ts";
import { type LogLine, searchLogs } from "../../contract.ts";
import { bodyOf, type LogRequest, matchOf, spanOf } from "../search/request.ts";

export const formats = [
  { value: "log", label: "Text", type: "text/plain;charset=utf-8" },
  { value: "ndjson", label: "JSON lines", type: "application/x-ndjson" },
  { value: "csv", label: "CSV", type: "text/csv;charset=utf-8" },
] as const;
export type FileFormat = (typeof formats)[number]["value"];

const MAX_LINES = 10_000;
const TIMEOUT_MS = 90_000;

/** Loads the lines of the whole search, up to the limit of one response. */
export async function linesToSave(request: LogRequest): Promise<readonly LogLine[]> {
  const body = { ...bodyOf(request, spanOf(request)), match: matchOf(request.level), limit: MAX_LINES };
  return (await ask(searchLogs, { body }, { timeoutMs: TIMEOUT_MS })).results;
}

/** Returns the lines in time order, oldest first. The input has the newest line first. */
export function printLines(lines: readonly LogLine[], format: FileFormat): string {
  const ordered = lines.toReversed();
  if (format === "ndjson") return joined(ordered.map((line) => JSON.stringify(line)));
  if (format === "log") return joined(ordered.map(printLine));
  return printRows("csv", columns, ordered);
}

const columns: readonly Column<LogLine>[] = [
  { id: "timestamp", title: "timestamp" },
  { id: "severity", title: "severity" },
  { id: "host", title: "host" },
  { id: "source", title: "source" },
  { id: "message", title: "message", value: ({ message }) => plainText(message) },
  { id: "count", title: "count" },
  { id: "labels", title: "labels" },
];

const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
