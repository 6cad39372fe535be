// Finds the time of a log line, in the notations that programs use: RFC 3339, syslog, klog, web servers, JSON, logfmt
// and numbers since 1970. A time without a zone is in the zone of this machine.

/** The time is near the beginning of a line. A line can have megabytes, so only this part is searched. */
const searched = 2_000;

const zero = 48;
const nine = 57;

/** Returns the digits at a position as a number, or -1 if one of the characters is not a digit. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let next = at; next < at + count; next += 1) {
    const code = text.charCodeAt(next);
    if (!(code >= zero && code <= nine)) return -1;
    value = value * 10 + code - zero;
  }
  return value;
}

/** Reads `2026-11-17T10:00:00.123Z` at a position. A space, slashes, a comma and a missing zone are also accepted. */
export function isoTimeAt(text: string, at: number): number | undefined {
  const year = digits(text, at, 4);
  const month = digits(text, at + 5, 2);
  const day = digits(text, at + 8, 2);
  const hour = digits(text, at + 11, 2);
  const minute = digits(text, at + 14, 2);
  const second = digits(text, at + 17, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || minute < 0 || second < 0)
    return undefined;
  if (hour > 24 || minute > 59 || second > 60 || !isDivider(text, at)) return undefined;
  let next = at + 19;
  let millis = 0;
  if (text[next] === "." || text[next] === ",") {
    let unit = 100;
    for (next += 1; digits(text, next, 1) >= 0; next += 1) {
      millis += digits(text, next, 1) * unit;
      unit /= 10;
    }
  }
  millis = Math.floor(millis);
  if (text[next] === " " && /[+-]/.test(text[next + 1] ?? "") && digits(text, next + 2, 4) >= 0) next += 1;
  const sign = text[next];
  if (sign === "Z" || sign === "z") return Date.UTC(year, month - 1, day, hour, minute, second, millis);
  if (sign === "+" || sign === "-") {
    const hours = digits(text, next + 1, 2);
    const minutes = digits(text, next + (text[next + 3] === ":" ? 4 : 3), 2);
    if (hours >= 0) {
      const offset = (hours * 60 + Math.max(0, minutes)) * 60_000;
      return Date.UTC(year, month - 1, day, hour, minute, second, millis) + (sign === "+" ? -offset : offset);
    }
  }
  return new Date(year, month - 1, day, hour, minute, second, millis).getTime();
}

function isDivider(text: string, at: number): boolean {
  const [first, second, third] = [text[at + 4], text[at + 7], text[at + 10]];
  return (
    (first === "-" || first === "/") &&
    second === first &&
    (third === "T" || third === " " || third === "t" || third === "_") &&
    text[at + 13] === ":" &&
    text[at + 16] === ":"
  );
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The clock of another machine can be a little ahead. A time without a year that is further ahead is from last year.
 */
const aheadMs = 2 * 24 * 60 * 60_000;

/** Returns the moment in this year, or in the last year if the moment would be in the future. */
function withoutYear(
  parts: readonly [month: number, day: number, hour: number, minute: number, second: number],
  now: number,
) {
  const year = new Date(now).getFullYear();
  const [month, day, hour, minute, second] = parts;
  const time = new Date(year, month, day, hour, minute, second).getTime();
  return time > now + aheadMs ? new Date(year - 1, month, day, hour, minute, second).getTime() : time;
}

/** Reads `Nov 17 10:00:00`, as syslog writes it. */
export function syslogTimeAt(text: string, at: number, now = Date.now()): number | undefined {
  const month = months.indexOf(text.slice(at, at + 3));
  if (month < 0 || text[at + 3] !== " ") return undefined;
  const day = text[at + 4] === " " ? digits(text, at + 5, 1) : digits(text, at + 4, 2);
  const [hour, minute, second] = [digits(text, at + 7, 2), digits(text, at + 10, 2), digits(text, at + 13, 2)];
  if (day < 1 || hour < 0 || minute < 0 || second < 0 || text[at + 9] !== ":") return undefined;
  return withoutYear([month, day, hour, minute, second], now);
}

/** Reads `I1117 10:00:00.123456`, as Kubernetes and other programs with klog write it. */
export function klogTime(text: string, now = Date.now()): number | undefined {
  if (!"IWEF".includes(text.charAt(0)) || text[5] !== " " || text[8] !== ":") return undefined;
  const [month, day] = [digits(text, 1, 2), digits(text, 3, 2)];
  const [hour, minute, second] = [digits(text, 6, 2), digits(text, 9, 2), digits(text, 12, 2)];
  const micros = text[14] === "." ? digits(text, 15, 6) : 0;
  if (month < 1 || month > 12 || day < 1 || hour < 0 || minute < 0 || second < 0) return undefined;
  return withoutYear([month - 1, day, hour, minute, second], now) + Math.floor(Math.max(0, micros) / 1_000);
}

/** Reads `17/Nov/2026:10:00:00 +0100`, as web servers write it. */
function webTimeAt(text: string, at: number): number | undefined {
  const month = months.indexOf(text.slice(at + 3, at + 6));
  const [day, year] = [digits(text, at, 2), digits(text, at + 7, 4)];
  const [hour, minute, second] = [digits(text, at + 12, 2), digits(text, at + 15, 2), digits(text, at + 18, 2)];
  if (month < 0 || day < 1 || year < 0 || hour < 0 || minute < 0 || second < 0) return undefined;
  const [hours, minutes] = [digits(text, at + 22, 2), digits(text, at + 24, 2)];
  const offset = hours < 0 || minutes < 0 ? 0 : (hours * 60 + minutes) * 60_000;
  return Date.UTC(year, month, day, hour, minute, second) + (text[at + 21] === "-" ? offset : -offset);
}

/** Numbers in this range are seconds (years 2001 to 2286); a larger number is in a smaller unit. */
const minSeconds = 1e9;
const maxSeconds = 1e10;

/** Reads a number of seconds, milliseconds, microseconds or nanoseconds since 1970. */
function epochTime(value: number): number | undefined {
  if (!(value >= minSeconds)) return undefined;
  for (const perMilli of [0.001, 1, 1_000, 1_000_000])
    if (value < maxSeconds * 1_000 * perMilli) return Math.floor(value / perMilli);
  return undefined;
}

/** Reads the value of a field. */
export function readTime(value: unknown, now = Date.now()): number | undefined {
  if (typeof value === "number") return epochTime(value);
  if (typeof value !== "string" || value.length > 100) return undefined;
  const text = value.trim();
  if (/^\d{10,19}(?:\.\d+)?$/.test(text)) return epochTime(Number(text));
  const known = isoTimeAt(text, 0) ?? syslogTimeAt(text, 0, now) ?? webTimeAt(text, 0);
  if (known !== undefined) return known;
  // Other notations with a year, such as RFC 1123.
  const other = /\d{4}/.test(text) && /\d:\d\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(other) ? undefined : other;
}

const jsonKeys = ["time", "timestamp", "@timestamp", "ts", "t", "date", "datetime"].map((key) => `"${key}"`);
const logfmtKeys = ["time=", "ts=", "timestamp=", "t="];

/** Returns undefined if the line contains no time. */
export function lineTime(line: string, now = Date.now()): number | undefined {
  const text = line.length > searched ? line.slice(0, searched) : line;
  const first = text.charCodeAt(0);
  // Most lines begin with the time.
  if (first >= zero && first <= nine) {
    const time = isoTimeAt(text, 0) ?? leadingNumber(text);
    if (time !== undefined) return time;
  }
  if (text[0] === "{") return jsonTime(text, now);
  return klogTime(text, now) ?? syslogTimeAt(text, 0, now) ?? laterTime(text, now);
}

function leadingNumber(text: string): number | undefined {
  const [number] = /^\d{10,19}(?:\.\d{1,9})?(?=[\s:,\]])/.exec(text) ?? [];
  return number === undefined ? undefined : epochTime(Number(number));
}

function jsonTime(text: string, now: number): number | undefined {
  for (const key of jsonKeys) {
    const at = text.indexOf(key);
    if (at < 0) continue;
    const value = /^\s*:\s*(?:"([^"]{1,60})"|([\d.eE+]{9,30}))/.exec(text.slice(at + key.length, at + key.length + 80));
    const time = value && readTime(value[1] ?? Number(value[2]), now);
    if (typeof time === "number") return time;
  }
  return undefined;
}

/** Finds a time after a few other words, such as a level or an address. */
function laterTime(text: string, now: number): number | undefined {
  const head = text.slice(0, 300);
  // Matches <34>1 2026-… and <34>Nov 17 …
  const priority = /^<\d{1,3}>(?:\d )?/.exec(head)?.[0].length;
  if (priority !== undefined) {
    const time = isoTimeAt(head, priority) ?? syslogTimeAt(head, priority, now);
    if (time !== undefined) return time;
  }
  for (const found of head.matchAll(/\d{4}[-/]\d\d[-/]\d\d[T t_]\d\d:/g)) {
    const time = isoTimeAt(head, found.index);
    if (time !== undefined) return time;
  }
  const web = /\d\d\/[A-Z][a-z]{2}\/\d{4}:/.exec(head);
  if (web) return webTimeAt(head, web.index);
  for (const key of logfmtKeys) {
    const at = head.startsWith(key) ? 0 : head.indexOf(` ${key}`) + 1;
    if (at === 0 && !head.startsWith(key)) continue;
    const time = readTime(/^"?([^\s"]{9,40})/.exec(head.slice(at + key.length))?.[1], now);
    if (time !== undefined) return time;
  }
  return undefined;
}
