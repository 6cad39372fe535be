// Finds the systems for a call: the systems of a backend, or those that the routes select for a component.
import type { z } from "zod";
import { problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { Problem } from "#language/problem.ts";
import { parseTerms, noTerms } from "#lib/logs/search-terms.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { faultText } from "#lib/expression/check.ts";
import { readSpan } from "#areas/health/server/index.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type * as schema from "../../contract.schema.ts";
import {
  entriesOf,
  findBackend,
  findBackends,
  openSource,
  type BackendEntry,
  type Opening,
} from "../backends/load-backends.ts";
import { routeRequest } from "../backends/route.ts";
import { requestOfComponent } from "../backends/component.ts";
import type { LogQuery, LogSelection, LogSource, ReaderProgress } from "../source/reader.ts";
import { describeFailure, problemOf, type SourceFailure } from "./failures.ts";

export type Asked = z.output<typeof schema.tailLogs.body>;

export interface Selected {
  entries: readonly BackendEntry[];
  selection: LogSelection;
}

export async function selectEntries(system: System, actor: Actor, asked: Asked): Promise<Selected> {
  const { from, to } = readSpan({ start: asked.start, end: asked.end }, Date.now(), "body");
  const range = { start: from.getTime(), end: to.getTime() };
  const request =
    asked.id === undefined
      ? undefined
      : await requestOfComponent(system, actor, { id: asked.id, name: asked.name, labels: asked.labels });
  const selection = { ...range, labels: request?.labels ?? asked.labels, id: request?.id, type: request?.type };
  if (asked.backend) {
    const entries = entriesOf(system, await findBackend(system, actor, asked.backend));
    if (entries.length === 0) throw problem.invalid(`The log backend ${JSON.stringify(asked.backend)} has no systems.`);
    return { entries, selection };
  }
  // The log of the server itself does not belong to a component.
  const others = (await findBackends(system, actor)).filter(({ source }) => source !== "System");
  const entries = routeRequest(
    others.flatMap((row) => entriesOf(system, row)),
    request!,
  );
  if (entries.length === 0)
    throw new Problem(
      "not_found",
      `No log backend has a route for the component ${JSON.stringify(request!.component)}.`,
      {
        hint: `Add a log backend in Settings, or a route for the type ${JSON.stringify(request!.type)} and its labels.`,
      },
    );
  return { entries, selection };
}

/** Parses the search in the language of the entry, or as words. */
export function queryFor(
  entry: BackendEntry,
  selection: LogSelection,
  { query, language }: Pick<Asked, "query" | "language">,
  page: Pick<LogQuery, "limit" | "direction">,
): LogQuery {
  const text = query.trim();
  const { isNative, title } = entry.reader;
  if (language === "backend" && !isNative)
    throw problem.badParts([
      { path: "body.language", message: `must be words, because ${title} has no query language` },
    ]);
  const isOwn = text !== "" && (language === "backend" || (language === "auto" && (isNative?.(text) ?? false)));
  return { ...selection, ...page, ...(isOwn ? { terms: noTerms, native: text } : { terms: termsOf(text) }) };
}

function termsOf(text: string) {
  try {
    return parseTerms(text);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw problem.badParts([{ path: "body.query", message: faultText(error) }]);
  }
}

const inTurn = takeTurns({
  atOnce: 8,
  waiting: 50,
  refuse: () =>
    new Problem("too_many_requests", "Too many log searches are in progress.", {
      hint: "Try again in a few seconds.",
      retryAfter: 5,
    }),
});

/** The time limit for a source. */
const maxMs = 75_000;

/**
 * Queries all entries at once. A source that fails does not affect the others; if all sources fail, the call fails with
 * the first error.
 */
export async function askSources<T>(
  system: System,
  entries: readonly BackendEntry[],
  { signal, onProgress, ...opening }: Opening,
  ask: (source: LogSource, entry: BackendEntry) => Promise<T>,
): Promise<{ answers: { entry: BackendEntry; answer: T }[]; failures: SourceFailure[] }> {
  const failures: SourceFailure[] = [];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  const progress = new Map<string, ReaderProgress>();
  const report = (key: string) => (state: ReaderProgress) => {
    progress.set(key, state);
    const states = [...progress.values()];
    onProgress?.({
      searched: states.reduce((sum, { searched }) => sum + searched, 0),
      total: states.reduce((sum, { total }) => sum + total, 0),
    });
  };
  const answers = await inTurn(() =>
    Promise.all(
      entries.map(async (entry) => {
        try {
          const source = await openSource(system, entry, {
            ...opening,
            signal: limited,
            ...(onProgress && { onProgress: report(entry.key) }),
          });
          return [{ entry, answer: await ask(source, entry) }];
        } catch (error) {
          if (signal.aborted) throw new Problem("timeout", "The client cancelled this search.", { status: 499 });
          failures.push(describeFailure(error, entry, { entries, scrubber: opening.scrubber }));
          return [];
        }
      }),
    ),
  );
  if (failures.length === entries.length) throw problemOf(failures);
  return { answers: answers.flat(), failures };
}
