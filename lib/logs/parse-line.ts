// Parses a log line in one of the formats that programs write, or detects the format. If a line does not have the
// format, the whole line is the message.
import { readJson } from "../json/read-json.ts";
import { parseKlog } from "./klog.ts";
import { looksLikeLogfmt, parseLogfmt, type Fields } from "./logfmt.ts";
import type { Severity } from "./severity.ts";
import { parseSyslog } from "./syslog.ts";

export const lineFormats = ["json", "logfmt", "klogfmt", "syslog", "auto"] as const;
export type LineFormat = (typeof lineFormats)[number];

/** The parts of a line. JSON and logfmt only have fields; the caller decides which field is the message. */
export interface ParsedLine {
  fields: Fields;
  message?: string | undefined;
  time?: number | undefined;
  severity?: Severity | undefined;
  host?: string | undefined;
  source?: string | undefined;
}

/** A longer line is not parsed: its fields would be unreadable, and parsing would block the process. */
const maxLength = 256 * 1024;

export function parseLine(text: string, format: LineFormat, now = Date.now()): ParsedLine | undefined {
  if (text.length > maxLength) return undefined;
  switch (format) {
    case "json":
      return parseJson(text);
    case "logfmt":
      return wrapped(parseLogfmt(text));
    case "klogfmt":
      return parseKlog(text, now);
    case "syslog":
      return parseSyslog(text, now);
    case "auto":
      return detect(text, now);
  }
}

function detect(text: string, now: number): ParsedLine | undefined {
  const first = text.charAt(0);
  if (first === "{") return parseJson(text);
  if (first === "<") return parseSyslog(text, now);
  if ("IWEF".includes(first)) {
    const klog = parseKlog(text, now);
    if (klog) return klog;
  }
  if (text.includes("=")) {
    const fields = parseLogfmt(text);
    if (fields && looksLikeLogfmt(fields)) return { fields };
  }
  return parseSyslog(text, now);
}

const wrapped = (fields: Fields | undefined) => fields && { fields };

function parseJson(text: string): ParsedLine | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return undefined;
  try {
    const value = readJson(trimmed);
    return typeof value === "object" && value !== null ? { fields: value as Fields } : undefined;
  } catch {
    return undefined;
  }
}

const maxLabels = 200;
const maxDepth = 5;

/** Flattens nested fields to `a.b`; lists are written as JSON. Empty fields are left out. */
export function flatten(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const flat: Record<string, string> = {};
  let count = 0;
  const visit = (prefix: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined || value === "" || count >= maxLabels) return;
    if (typeof value === "object" && !Array.isArray(value) && depth < maxDepth) {
      for (const [key, held] of Object.entries(value)) visit(prefix === "" ? key : `${prefix}.${key}`, held, depth + 1);
      return;
    }
    count += 1;
    flat[prefix] = typeof value === "string" ? value : JSON.stringify(value);
  };
  visit("", fields, 0);
  return flat;
}
