// Reads lines of one source for another area, such as a playbook action: all pages up to the limit, parsed, filtered
// and merged.
import type { LogLine } from "../../contract.ts";
import { continued, isOver, nextPage, type Cursor } from "../source/pages.ts";
import type { LogQuery, LogSource } from "../source/reader.ts";
import { dedupe, type Dedupe } from "./dedupe.ts";
import { matchLines } from "./match.ts";
import { shapeLine, type Shaping } from "./shape-line.ts";

export interface Reading extends Shaping {
  /** CEL expressions; a line is kept if one of them is true. */
  match?: readonly string[] | undefined;
  dedupe?: Dedupe | undefined;
}

/** Number of pages without a match after which a search ends. */
const maxPages = 100;

export async function readLines(source: LogSource, query: LogQuery, reading: Reading = {}): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  let cursor: Cursor | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const rest = { ...query, limit: query.limit - lines.length };
    const page = await source.search(continued(rest, cursor, "source"));
    const { lines: found, next } = nextPage([{ ...page, source: "source" }], rest, cursor);
    lines.push(...found.map((line) => shapeLine(line, reading)));
    cursor = next;
    if (!cursor || isOver(query, cursor) || lines.length >= query.limit) break;
  }
  const matching = await matchLines(lines, reading.match ?? []);
  return reading.dedupe ? dedupe(matching, reading.dedupe) : matching;
}
