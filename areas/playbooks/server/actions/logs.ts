// Reads lines from a log system, and stores them as an artifact.
import type { z } from "zod";
import { lineFields, logReaders, readLines, type LogLine, type LogQuery } from "#areas/logs/server/index.ts";
import { noTerms, parseTerms } from "#lib/logs/search-terms.ts";
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { part } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext, type ActionRun } from "../action-kind.ts";
import {
  logSystems,
  maxLines,
  requestsOf,
  type LogSystem,
  type ReaderRequest,
  type WrittenRequest,
} from "./logs/systems.ts";

const defaultLines = 500;
/** Further lines are stored only in the artifact. */
const maxResultBytes = 1024 * 1024;
const defaultSpan = "now-1h";

const { parse: _, ...processing } = lineFields;

const spec = part({ ...logSystems, ...processing }).superRefine((block, context) => {
  const systems = systemsIn(block);
  if (systems.length !== 1)
    context.addIssue({
      code: "custom",
      path: systems.length === 0 ? ["loki"] : [systems[1]!],
      message: "must be exactly one of loki, cloudwatch, opensearch and kubernetes",
    });
});
type Spec = z.output<typeof spec>;

const systemsIn = (block: Readonly<Record<string, unknown>>) =>
  (Object.keys(logSystems) as LogSystem[]).filter((name) => block[name] !== undefined);

export const logs = defineAction({
  type: "logs",
  title: "Logs",
  icon: "logs",
  spec,
  untemplated: ["match", "*.match"],

  async plan(block, context) {
    const { system, written } = requestIn(block);
    const { start, end, limit } = rangeOf(written);
    const lines = [
      `system: ${system}`,
      `from: ${written.start ?? (written.since ? `now-${written.since}` : defaultSpan)}`,
      `to: ${written.end ?? "now"}`,
      `lines: at most ${limit}`,
      ...(written.query ? [`query: ${written.query}`] : []),
    ];
    if (start >= end) throw new ActionInvalid("The start of the logs is after their end.");
    return {
      summary: `Read logs from ${system}`,
      parts: [
        { title: "Search", contentType: "text/plain", text: context.scrubber.text(lines.join("\n")), isBinding: true },
      ],
    };
  },

  async run(block, run) {
    const { system, written } = requestIn(block);
    const { match, dedupe, mapping, parse } = { ...block, ...written };
    const reading = { match, dedupe, mapping, parse: parse === "autodetect" ? ("auto" as const) : parse };
    const range = rangeOf(written);
    const found: LogLine[] = [];
    for (const request of requestsOf(system, written)) {
      const query = queryOf(system, written, { ...range, labels: request.labels });
      found.push(...(await readLines(await sourceOf(request, run), query, reading)));
    }
    const sign = range.direction === "backward" ? -1 : 1;
    const lines = found
      .toSorted((a, b) => sign * (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
      .slice(0, range.limit);
    const whole = run.scrubber.document(lines);
    await run.artifact({
      path: "logs.json",
      contentType: "application/json",
      body: Buffer.from(JSON.stringify(whole)),
    });
    await run.output(`${lines.length} lines from ${system}\n`);
    const kept = beginning(whole);
    const metadata = {
      source: system,
      start: new Date(range.start).toISOString(),
      end: new Date(range.end).toISOString(),
      count: lines.length,
      ...(kept.length < lines.length && { truncated: true }),
    };
    return { result: { metadata, logs: kept }, contentType: "application/log+json" };
  },
});

function requestIn(block: Spec): { system: LogSystem; written: WrittenRequest } {
  const [system] = systemsIn(block) as [LogSystem];
  return { system, written: block[system] as WrittenRequest };
}

interface Range extends Pick<LogQuery, "start" | "end" | "limit" | "direction"> {}

function rangeOf({ start, end, since, limit, direction = "backward" }: WrittenRequest): Range {
  const clock = { now: Date.now(), timeZone: "UTC" };
  const pointOf = (written: string, round: "up" | "down") => {
    try {
      return resolvePoint(parsePoint(written), { ...clock, round });
    } catch (error) {
      throw new ActionInvalid(`${JSON.stringify(written)} is not a time: ${(error as Error).message}`);
    }
  };
  const to = end ? pointOf(end, "up") : clock.now;
  const from = start ? pointOf(start, "down") : since ? to - parseDuration(since) : pointOf(defaultSpan, "down");
  const count = limit === undefined ? defaultLines : Number(limit);
  return {
    start: from,
    end: to,
    limit: Math.min(count, maxLines),
    direction: direction === "forward" ? direction : "backward",
  };
}

/** A query is written in the language of the log system, or as plain words. */
function queryOf(
  system: LogSystem,
  { query = "" }: WrittenRequest,
  selection: Omit<LogQuery, "terms" | "native">,
): LogQuery {
  const words = query.trim();
  if (words === "") return { ...selection, terms: noTerms };
  if (readerOf(system).isNative?.(words)) return { ...selection, terms: noTerms, native: words };
  try {
    return { ...selection, terms: parseTerms(words) };
  } catch (error) {
    throw new ActionInvalid(`The query cannot be read: ${(error as Error).message}`);
  }
}

const readerOf = (system: LogSystem) => logReaders.find(({ type }) => type === system)!;

async function sourceOf({ system, spec: written }: ReaderRequest, run: ActionRun) {
  const reader = readerOf(system);
  const parsed = reader.spec.safeParse(written);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ActionInvalid(`${system} is not valid: ${issue?.path.join(".")} ${issue?.message}`);
  }
  return reader.open(parsed.data, readerRun(run));
}

const readerRun = (context: ActionContext) => ({
  ...context,
  exec: context.system.exec,
  files: context.system.files,
  // The engine has already rendered the block.
  fill: async (text: string) => text,
});

function beginning(lines: readonly LogLine[]): readonly LogLine[] {
  let bytes = 0;
  const end = lines.findIndex((line) => (bytes += JSON.stringify(line).length) > maxResultBytes);
  return end < 0 ? lines : lines.slice(0, end);
}
