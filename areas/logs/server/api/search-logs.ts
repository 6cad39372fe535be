// Searches the systems that a request selects, and merges their lines into one page.
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { LogLine, LogsAnswer } from "../../contract.ts";
import type * as schema from "../../contract.schema.ts";
import type { BackendEntry, Opening } from "../backends/load-backends.ts";
import { dedupe } from "../lines/dedupe.ts";
import { matchLines } from "../lines/match.ts";
import { shapeLine } from "../lines/shape-line.ts";
import { continued, isOver, nextPage, printCursor, readCursor, type MergedPage } from "../source/pages.ts";
import { warningOf } from "./failures.ts";
import { askSources, queryFor, selectEntries } from "./selected.ts";

type Search = z.output<typeof schema.searchLogs.body>;

/** The maximum size of a response. Messages are cut if the response would be larger. */
const maxAnswer = 32 * 1024 * 1024;
const cutMessage = 1_000;

export async function searchLogs(system: System, actor: Actor, body: Search, opening: Opening): Promise<LogsAnswer> {
  const { entries, selection } = await selectEntries(system, actor, body);
  const cursor = body.cursor === undefined ? undefined : readCursor(body.cursor);
  const page = { limit: body.limit, direction: body.direction };
  if (isOver({ ...selection, ...page }, cursor)) return { total: 0, results: [] };
  const { answers, failures } = await askSources(system, entries, opening, (source, entry) =>
    source.search(continued(queryFor(entry, selection, body, page), cursor, entry.key)),
  );
  const merged = nextPage(
    answers.map(({ entry, answer }) => ({ ...answer, source: entry.key })),
    page,
    cursor,
  );
  const results = await scrubbed(fitted(await shapeLines(merged.lines, { entries, body })), opening.scrubber);
  const warnings = [
    ...failures.map(warningOf),
    ...answers.flatMap(({ answer }) => answer.warnings ?? []),
    ...(merged.warnings ?? []),
  ];
  return {
    total: results.length,
    results,
    ...(merged.next && { cursor: printCursor(merged.next) }),
    ...(warnings.length > 0 && { warnings: opening.scrubber.document(warnings) }),
  };
}

/** The number of lines after which other requests can run. */
const linesPerTurn = 500;

async function scrubbed(lines: readonly LogLine[], scrubber: Scrubber): Promise<LogLine[]> {
  const clean: LogLine[] = [];
  for (let at = 0; at < lines.length; at += linesPerTurn) {
    if (at > 0) await setImmediate();
    clean.push(...scrubber.document(lines.slice(at, at + linesPerTurn)));
  }
  return clean;
}

interface Shaping {
  entries: readonly BackendEntry[];
  body: Pick<Search, "parse" | "mapping" | "match" | "dedupe">;
}

/**
 * Parses, filters and merges lines as configured in their entries and in the request. The request overrides the entry.
 */
export async function shapeLines(lines: MergedPage["lines"], { entries, body }: Shaping): Promise<LogLine[]> {
  const kept = new Map<LogLine, number>();
  for (const { key, backend, spec } of entries) {
    const places = new Map<LogLine, number>();
    for (const [index, line] of lines.entries()) {
      if (index % linesPerTurn === linesPerTurn - 1) await setImmediate();
      if (line.from === key)
        places.set(
          shapeLine(line, {
            parse: body.parse ?? spec.parse,
            mapping: body.mapping ?? spec.mapping,
            labels: { ...backend.labels, ...spec.labels },
          }),
          index,
        );
    }
    const matching = await matchLines([...places.keys()], spec.match ?? []);
    const order = matching.map((line) => places.get(line)!);
    // A merged line is a new object that replaces the first of its lines.
    const unique = spec.dedupe && !body.dedupe ? dedupe(matching, spec.dedupe) : matching;
    const indexOf = new Map(matching.map((line, index) => [line.id, order[index]!]));
    for (const line of unique) kept.set(line, indexOf.get(line.id)!);
  }
  const sorted = [...kept].sort(([, a], [, b]) => a - b).map(([line]) => line);
  const matching = await matchLines(sorted, body.match);
  return body.dedupe ? dedupe(matching, body.dedupe) : matching;
}

function fitted(lines: readonly LogLine[]): LogLine[] {
  let size = 0;
  return lines.map((line) => {
    size += line.message.length;
    return size <= maxAnswer || line.message.length <= cutMessage
      ? line
      : { ...line, message: `${line.message.slice(0, cutMessage)}…` };
  });
}
