// Parses syslog: RFC 5424 (`<34>1 2026-11-17T10:00:00Z host app 12 ID [a b="c"] text`), and the older form of RFC 3164
// (`<34>Nov 17 10:00:00 host app[12]: text`), which appears in files without the priority.
import { isoTimeAt, syslogTimeAt } from "./line-time.ts";
import type { Fields } from "./logfmt.ts";
import { syslogSeverity, type Severity } from "./severity.ts";

export interface SyslogLine {
  time: number | undefined;
  severity: Severity | undefined;
  host: string | undefined;
  source: string | undefined;
  message: string;
  fields: Fields;
}

export function parseSyslog(text: string, now = Date.now()): SyslogLine | undefined {
  const priority = /^<(\d{1,3})>/.exec(text);
  const number = priority ? Number(priority[1]) : undefined;
  if (number !== undefined && number > 191) return undefined;
  const rest = priority ? text.slice(priority[0].length) : text;
  const common = {
    severity: number === undefined ? undefined : syslogSeverity(number % 8),
    fields: number === undefined ? {} : { facility: Math.floor(number / 8) },
  };
  return (priority && rest.startsWith("1 ") ? parseNew(rest, common) : undefined) ?? parseOld(rest, common, now);
}

type Common = Pick<SyslogLine, "severity" | "fields">;

const newHead = /^1 (\S+) (\S+) (\S+) (\S+) (\S+) /;

function parseNew(text: string, common: Common): SyslogLine | undefined {
  const found = newHead.exec(text);
  if (!found) return undefined;
  const [all, time, host, app, pid, kind] = found.map((part) => (part === "-" ? undefined : part));
  const { fields, end } = structuredData(text, all!.length);
  return {
    ...common,
    time: time === undefined ? undefined : isoTimeAt(time, 0),
    host,
    source: app,
    message: text.slice(end).replace(/^ ?\ufeff?/, ""),
    fields: { ...common.fields, ...(pid && { pid }), ...(kind && { msgid: kind }), ...fields },
  };
}

/** Reads `[id name="value" …][…]`, or `-` for empty structured data. */
function structuredData(text: string, from: number): { fields: Fields; end: number } {
  const fields: Fields = {};
  let at = text[from] === "-" ? from + 1 : from;
  while (text[at] === "[") {
    const element = /^\[([^\s\]"=]{1,100})((?: [^\s\]"=]{1,100}="(?:[^"\\\]]|\\.)*")*)\]/.exec(
      text.slice(at, at + 8_000),
    );
    if (!element) break;
    for (const [, name, value] of element[2]!.matchAll(/ ([^\s\]"=]+)="((?:[^"\\\]]|\\.)*)"/g))
      fields[`${element[1]}.${name}`] = value!.replaceAll(/\\([\\"\]])/g, "$1");
    at += element[0].length;
  }
  return { fields, end: at };
}

const oldTag = /^(\S+) ([^\s:[]{1,100})(?:\[([^\]\s]{1,50})\])?: ?/;

function parseOld(text: string, common: Common, now: number): SyslogLine | undefined {
  const time = syslogTimeAt(text, 0, now) ?? isoTimeAt(text, 0);
  if (time === undefined) return undefined;
  const rest = /^[A-Z]/.test(text) ? text.slice(16) : text.slice(text.indexOf(" ", 11) + 1);
  const tag = oldTag.exec(rest);
  if (!tag) return undefined;
  const [all, host, source, pid] = tag;
  return {
    ...common,
    time,
    host,
    source,
    message: rest.slice(all.length),
    fields: { ...common.fields, ...(pid && { pid }) },
  };
}
