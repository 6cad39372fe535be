// Collects the log lines of components for a snapshot: one file for each log selector. A log that cannot be read does
// not fail the snapshot; a note has the reason.
import type { Span } from "#areas/health/server/index.ts";
import { linesOfComponent } from "#areas/logs/server/index.ts";
import { Problem } from "#language/problem.ts";
import { printLine } from "#lib/logs/print-line.ts";
import type { ZipEntry } from "#lib/zip/write-zip.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { readableRelations } from "../tree/access.ts";
import type { Budget } from "./collect.ts";

export type LogFormat = "log" | "json";

interface LogNote {
  component: string;
  selector: string | undefined;
  note: string;
}

interface ReadLog {
  files: readonly ZipEntry[];
  /** Logs that could not be read, or only in part. */
  notes: readonly LogNote[];
}

export interface CollectedLogs extends ReadLog {
  /**
   * The number of log selectors that were not searched, because the snapshot would become too large or take too long.
   */
  leftOut: number;
}

/** The client that requested the snapshot, and the secrets that were decrypted for it. */
export interface Caller {
  signal: AbortSignal;
  scrubber: Scrubber;
}

interface Collecting extends Caller {
  span: Span;
  format: LogFormat;
  budget: Budget;
}

interface ComponentLog {
  id: string;
  component: string;
  selector: string | undefined;
}

const maxLines = 10_000;
const cutNote = `Only the newest ${maxLines.toLocaleString("en")} lines are included.`;
const maxLogs = 100;
/**
 * Time limit for a log search, so that a system that does not respond does not block the other parts of the snapshot.
 */
const maxMs = 30_000;
/** The number of concurrent log searches of a snapshot, because responses with long lines use much memory. */
const atOnce = 2;

/** Returns undefined if the reader is not allowed to read logs at all, or logs are disabled. */
export async function collectLogs(
  system: System,
  actor: Actor,
  components: readonly string[],
  { span: { from, to }, format, budget, signal, scrubber }: Collecting,
): Promise<CollectedLogs | undefined> {
  const mayRead = await readableRelations(system, actor);
  if (!mayRead("logging_backends")) return undefined;
  const logs = await logsOf(system, actor, components);
  const timeout = AbortSignal.timeout(maxMs);
  const opening = { signal: AbortSignal.any([signal, timeout]), scrubber };
  const nameOf = uniqueNames(format);

  /** Returns undefined if the time is up. */
  async function read({ id, component, selector }: ComponentLog): Promise<ReadLog | undefined> {
    const name = nameOf(component, selector);
    const noteOf = (note: string) => ({ component, selector, note });
    try {
      const wanted = { id, name: selector, from, to, limit: maxLines };
      const { lines, isCut, warnings } = await linesOfComponent(system, actor, wanted, opening);
      const content = format === "json" ? JSON.stringify(lines, undefined, 2) : lines.map(textLine).join("");
      budget.take(content.length);
      return {
        files: lines.length > 0 ? [{ name, content }] : [],
        notes: [...warnings, ...(isCut ? [cutNote] : [])].map(noteOf),
      };
    } catch (error) {
      if (signal.aborted) throw error;
      if (timeout.aborted) return undefined;
      if (error instanceof Problem) return { files: [], notes: [noteOf(error.message)] };
      throw error;
    }
  }

  const found: (ReadLog | undefined)[] = [];
  const wanted = logs.slice(0, maxLogs);
  for (let at = 0; at < wanted.length && !budget.isUsedUp && !timeout.aborted; at += atOnce)
    found.push(...(await Promise.all(wanted.slice(at, at + atOnce).map(read))));
  const complete = found.filter((log) => log !== undefined);
  return {
    files: complete.flatMap(({ files }) => files),
    notes: complete.flatMap(({ notes }) => notes),
    leftOut: logs.length - complete.length,
  };
}

/** The log selectors of components, in the order of the components. */
async function logsOf(
  { db }: Pick<System, "db">,
  actor: Actor,
  components: readonly string[],
): Promise<readonly ComponentLog[]> {
  const { rows } = await db.reading(claimsOf(actor, "read")).query<{ id: string; name: string; selectors: unknown }>(
    `select id, name, log_selectors as selectors
     from   components
     where  id = any ($1::uuid[]) and jsonb_typeof(log_selectors) = 'array'
     order  by array_position($1::uuid[], id)`,
    [components],
  );
  return rows.flatMap(({ id, name: component, selectors }) => {
    const names = (selectors as readonly { name?: unknown }[]).map(({ name }) =>
      typeof name === "string" && name !== "" ? name : undefined,
    );
    return [...new Set(names)].map((selector) => ({ id, component, selector }));
  });
}

const textLine = (line: Parameters<typeof printLine>[0]) => `${printLine(line)}\n`;

/** File names that every operating system accepts. Components can have the same name. */
function uniqueNames(format: LogFormat): (component: string, selector: string | undefined) => string {
  const used = new Map<string, number>();
  return (component, selector) => {
    const plain = [component, selector].filter(Boolean).join("-");
    const name = plain
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, "_")
      .replace(/^\.+/, "_")
      .slice(0, 100);
    const count = (used.get(name.toLowerCase()) ?? 0) + 1;
    used.set(name.toLowerCase(), count);
    return `logs/${name}${count > 1 ? `.${count}` : ""}.${format}`;
  };
}
