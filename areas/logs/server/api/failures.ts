// Describes why a log source could not be read, in plain words and without secrets.
import { ConnectionFailure, failureOf, RequestInvalid } from "#areas/connections/server/index.ts";
import { Problem, problem } from "#language/problem.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { ExecRefused } from "#server/exec/run-command.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { FillFault } from "#server/spec/fill.ts";
import type { BackendEntry } from "../backends/load-backends.ts";
import { QueryRefused } from "../source/reader.ts";

export interface SourceFailure {
  /** The name of the backend, and of the system if the backend has several. */
  source: string;
  message: string;
  hint: string | undefined;
  /** The caller can fix this failure with a different search. */
  isQuery: boolean;
}

/** Programming errors, which are not failures of the source. */
const isDefect = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof SyntaxError;

/** Throws errors that are not failures of the source. `entries` are all entries of the call. */
export function describeFailure(
  error: unknown,
  entry: BackendEntry,
  { entries, scrubber }: { entries: readonly BackendEntry[]; scrubber: Scrubber },
): SourceFailure {
  if (isDefect(error)) throw error;
  const clean = (text: string | undefined) => (text === undefined ? undefined : scrubber.text(text));
  const failure = (
    message: string,
    { hint, isQuery = false }: { hint?: string | undefined; isQuery?: boolean } = {},
  ) => ({
    source: nameOf(entry, entries),
    message: clean(message)!,
    hint: clean(hint),
    isQuery,
  });
  if (error instanceof QueryRefused) return failure(error.message, { isQuery: true });
  if (error instanceof ExpressionFault) return failure(faultText(error), { isQuery: true });
  if (error instanceof Problem) {
    if (error.status >= 500) throw error;
    return failure(error.message, { hint: error.hint, isQuery: error.status === 400 });
  }
  if (error instanceof FileRefused || error instanceof ExecRefused || error instanceof RequestInvalid)
    return failure(error.message);
  if (error instanceof FillFault) return failure(error.message);
  const { message, fix } = error instanceof ConnectionFailure ? error : failureOf(error);
  return failure(message, { hint: fix });
}

function nameOf({ backend, reader }: BackendEntry, entries: readonly BackendEntry[]): string {
  const isOnly = entries.filter((entry) => entry.backend.id === backend.id).length < 2;
  return isOnly ? backend.name : `${backend.name} (${reader.title})`;
}

export const warningOf = ({ source, message }: SourceFailure) => `${source}: ${message}`;

/** The response if no source could be read. */
export function problemOf(failures: readonly SourceFailure[]): Problem {
  const [first] = failures;
  const { source, message, hint, isQuery } = failures.find((failure) => failure.isQuery) ?? first!;
  if (isQuery) return problem.invalid(message, hint === undefined ? {} : { hint });
  return new Problem("bad_gateway", `${source}: ${message}`, {
    ...(hint !== undefined && { hint }),
    parts: { backends: failures.map(({ source: name, message: text }) => ({ name, error: text })) },
  });
}
