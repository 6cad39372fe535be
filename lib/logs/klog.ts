// Parses the lines of klog, which Kubernetes writes: `I1117 10:00:00.123456   17 pod.go:42] "Pod started" pod="a/b"`.
// https://github.com/kubernetes/klog
import { klogTime } from "./line-time.ts";
import { endOfQuote, parseLogfmt, unquoted, type Fields } from "./logfmt.ts";
import { readSeverity, type Severity } from "./severity.ts";

export interface KlogLine {
  time: number;
  severity: Severity | undefined;
  /** File and line of the source code. */
  source: string;
  message: string;
  fields: Fields;
}

const head = /^([IWEF])\d{4} \d\d:\d\d:\d\d(?:\.\d{1,6})?\s+(\d+)\s+([^\s\]]{1,200}:\d+)\] ?/;

export function parseKlog(text: string, now = Date.now()): KlogLine | undefined {
  const found = head.exec(text);
  const time = found && klogTime(text, now);
  if (!found || typeof time !== "number") return undefined;
  const [all, letter, thread, source] = found;
  const rest = text.slice(all.length);
  return {
    time,
    severity: readSeverity(letter),
    source: source!,
    ...structured(rest),
    fields: { thread, ...pairsOf(rest) },
  };
}

/** Structured lines have a quoted message, and pairs after it. */
function structured(text: string): { message: string } {
  const close = text.startsWith('"') ? endOfQuote(text, 0) : -1;
  return { message: close < 0 ? text : unquoted(text.slice(0, close + 1)) };
}

function pairsOf(text: string): Fields | undefined {
  const close = text.startsWith('"') ? endOfQuote(text, 0) : -1;
  return close < 0 ? undefined : parseLogfmt(text.slice(close + 1));
}
