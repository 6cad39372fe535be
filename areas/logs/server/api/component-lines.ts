// Reads the log lines of a component for other areas, with the rights of the reader.
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { LogLine } from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import type { Opening } from "../backends/load-backends.ts";
import { searchLogs } from "./search-logs.ts";

interface WantedLines {
  /** The component. */
  id: string;
  /** The name of a log selector of the component. Default: the first selector. */
  name?: string | undefined;
  from: Date;
  to: Date;
  /** The maximum number of lines; the newest lines are read. */
  limit: number;
}

interface ComponentLines {
  /** The oldest first. */
  lines: readonly LogLine[];
  /** Whether there may be older lines in the time range. */
  isCut: boolean;
  /** Systems that could not be read. */
  warnings: readonly string[];
}

export async function linesOfComponent(
  system: System,
  actor: Actor,
  { id, name, from, to, limit }: WantedLines,
  opening: Opening,
): Promise<ComponentLines> {
  const lines: LogLine[] = [];
  const warnings = new Set<string>();
  let cursor: string | undefined;
  // A response can have fewer lines than the limit although there are more.
  do {
    const body = schema.searchLogs.body.parse({
      id,
      ...(name && { name }),
      start: from.toISOString(),
      end: to.toISOString(),
      limit: limit - lines.length,
      ...(cursor !== undefined && { cursor }),
    });
    const page = await searchLogs(system, actor, body, opening);
    lines.push(...page.results);
    for (const warning of page.warnings ?? []) warnings.add(warning);
    cursor = page.cursor;
  } while (cursor !== undefined && lines.length < limit);
  return { lines: lines.toReversed(), isCut: cursor !== undefined, warnings: [...warnings] };
}
