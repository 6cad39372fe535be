// A log line as text, for files: its time, its severity and its message without the colours of terminals.
import { plainText } from "./ansi.ts";

interface PrintedLine {
  /** ISO 8601 in UTC. */
  timestamp: string;
  severity?: string | undefined;
  message: string;
}

/** Up to the second. */
const TIME_LENGTH = 19;

/** Lines of files often begin with their time, which is not repeated. */
export function printLine({ timestamp, severity, message }: PrintedLine): string {
  const text = plainText(message);
  if (text.startsWith(timestamp.slice(0, TIME_LENGTH))) return text;
  return [timestamp, severity, text].filter(Boolean).join(" ");
}
