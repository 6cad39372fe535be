// Converts a line from a reader to a line of the response: parses its message, finds the known fields, and keeps all
// other fields as labels.
import { flatten, parseLine, type LineFormat } from "#lib/logs/parse-line.ts";
import { readTime } from "#lib/logs/line-time.ts";
import { readSeverity, severityIn } from "#lib/logs/severity.ts";
import { hashOf } from "#lib/logs/similar.ts";
import type { LogLine } from "../../contract.ts";
import type { Labels, RawLine } from "../source/reader.ts";

/** The names of the known fields. If a line has several of them, the first name is used. */
export interface Mapping {
  id?: readonly string[] | undefined;
  message?: readonly string[] | undefined;
  timestamp?: readonly string[] | undefined;
  host?: readonly string[] | undefined;
  severity?: readonly string[] | undefined;
  source?: readonly string[] | undefined;
  /** Fields that are left out. */
  ignore?: readonly string[] | undefined;
}

type Meaning = Exclude<keyof Mapping, "ignore">;

const defaults: Readonly<Record<Meaning, readonly string[]>> = {
  // The field `id` usually identifies a subject, not the line, so it is not in this list.
  id: [],
  message: ["message", "msg", "MESSAGE", "@message", "log", "text"],
  timestamp: ["@timestamp", "timestamp", "time", "ts"],
  host: ["host", "hostname", "host.name"],
  severity: ["level", "severity", "lvl", "log.level", "loglevel", "levelname"],
  source: ["source", "logger", "service", "service.name", "caller", "app"],
};

export interface Shaping {
  parse?: LineFormat | undefined;
  mapping?: Mapping | undefined;
  /** Labels of the backend, which are added to every line. */
  labels?: Labels | undefined;
}

/** A longer message is cut; the whole line is still in its source. */
const maxMessage = 64 * 1024;

export function shapeLine(raw: RawLine, { parse = "auto", mapping = {}, labels = {} }: Shaping): LogLine {
  const parsed = parseLine(raw.message, parse, raw.time);
  const fields: Record<string, string> = parsed ? flatten(parsed.fields) : {};
  const own: Record<string, string> = { ...raw.labels };
  const take = (meaning: Meaning): string | undefined => {
    for (const name of mapping[meaning] ?? []) {
      const value = fields[name] ?? own[name];
      delete fields[name];
      delete own[name];
      if (value !== undefined) return value;
    }
    for (const name of defaults[meaning]) {
      const value = fields[name];
      delete fields[name];
      // A label of the source can also be a known field. It is still kept as a label, because people select lines by
      // it.
      const found = value ?? (meaning === "message" ? undefined : own[name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const message = parsed?.message ?? take("message") ?? raw.message;
  const written = mapping.timestamp === undefined ? undefined : take("timestamp");
  for (const name of defaults.timestamp) if (isTime(fields[name])) delete fields[name];
  const severity = raw.severity ?? parsed?.severity ?? readSeverity(take("severity")) ?? severityIn(raw.message);
  const host = raw.host ?? parsed?.host ?? take("host");
  const source = raw.source ?? parsed?.source ?? take("source");
  const id = mapping.id === undefined ? raw.id : (take("id") ?? raw.id);
  for (const name of mapping.ignore ?? []) {
    delete fields[name];
    delete own[name];
  }
  const time = readTime(written) ?? raw.time;
  const timestamp = time === raw.time ? (raw.timestamp ?? isoTime(raw.time)) : isoTime(time);
  return {
    id,
    timestamp,
    firstObserved: timestamp,
    lastObserved: timestamp,
    count: 1,
    message: message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message,
    hash: hashOf(message),
    ...(severity && { severity }),
    ...(host && { host }),
    ...(source && { source }),
    labels: { ...labels, ...fields, ...own },
  };
}

const isTime = (value: string | undefined) => value !== undefined && readTime(value) !== undefined;

/** Times outside the range of dates come from broken lines. */
const isoTime = (time: number) => new Date(Math.abs(time) > 8.64e15 ? 0 : time).toISOString();
