// The interface of log readers, one per system that stores logs. Each is a file in readers/; readers/index.ts lists
// them. A reader returns lines as the system stores them. Parsing, mapping and merging are the same for all systems.
import type { z } from "zod";
import type { Reach } from "#areas/connections/server/index.ts";
import type { SearchTerms } from "#lib/logs/search-terms.ts";
import type { Severity } from "#lib/logs/severity.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";

export type Labels = Readonly<Record<string, string>>;

/** A line in the form that a reader returns. */
export interface RawLine {
  /** A line has the same id in every search of its source. */
  id: string;
  /** Milliseconds since 1970. */
  time: number;
  /** The time in the precision of the source, if that is more precise. */
  timestamp?: string | undefined;
  message: string;
  labels: Labels;
  severity?: Severity | undefined;
  source?: string | undefined;
  host?: string | undefined;
}

/** The part of the logs that a call reads. */
export interface LogSelection {
  /** All of these labels are required. A reader may treat some of them specially, such as the namespace of pods. */
  labels: Labels;
  /** The external id and the type of the component whose logs are read. */
  id?: string | undefined;
  type?: string | undefined;
  /** Both ends are included. */
  start: number;
  end: number;
}

export interface LogQuery extends LogSelection {
  terms: SearchTerms;
  /** A query in the language of the system, instead of terms. */
  native?: string | undefined;
  limit: number;
  /** backward: the newest lines first. */
  direction: "backward" | "forward";
}

export interface LogPage {
  /** The lines, in the direction of the query. */
  lines: readonly RawLine[];
  /**
   * The time up to which the lines are complete, if there may be more lines at or beyond this time. Undefined if the
   * whole range was searched.
   */
  reached?: number | undefined;
  /** Parts of the source that could not be read. */
  warnings?: readonly string[] | undefined;
}

export interface LabelValues {
  name: string;
  values: readonly string[];
}

export interface FieldValues {
  name: string;
  /** The number of lines that have the field. */
  count: number;
  /** The most frequent values. */
  values: readonly { value: string; count: number }[];
}

/** The number of lines of one severity within an interval. */
export interface Bucket {
  time: number;
  severity: Severity | "unknown";
  count: number;
}

export interface Histogram {
  buckets: readonly Bucket[];
  /** The time up to which lines were counted, if the count is incomplete. */
  reached?: number | undefined;
}

/** An opened system with its credentials, for one call. */
export interface LogSource {
  search(query: LogQuery): Promise<LogPage>;
  /** Yields new lines as they arrive, until the signal of the call is aborted. */
  tail(query: LogQuery): AsyncGenerator<readonly RawLine[]>;
  /** Returns the labels that select lines, with their values. */
  labels(selection: LogSelection): Promise<readonly LabelValues[]>;
  /** Returns the fields of the lines that a search finds. */
  fields(query: LogQuery): Promise<readonly FieldValues[]>;
  histogram(query: LogQuery, bucketMs: number): Promise<Histogram>;
  /** Connects, and describes the system. */
  describe(): Promise<string>;
}

export interface ReaderProgress {
  /** The number of searched bytes, and the total number if it is known. */
  searched: number;
  total: number;
}

/** The services that a source can use during one call. */
export interface ReaderRun extends Reach {
  outbound: Outbound;
  exec: System["exec"];
  files: System["files"];
  cluster: System["env"]["cluster"];
  signal: AbortSignal;
  scrubber: Scrubber;
  /** The folder of the server's own log, for the backend that reads it. */
  ownLogs?: string | undefined;
  /** Fills in `{{ }}` and `$( )`. */
  fill(text: string, values: Readonly<Record<string, unknown>>): Promise<string>;
  onProgress?(progress: ReaderProgress): void;
}

export interface LogReader<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "log-backend";
  /** Whether the reader runs a program or reads files of this machine. Only administrators may save such backends. */
  onlyAdmins?: true;
  /** Returns whether a search is in the language of the system. Default: never. */
  isNative?(text: string): boolean;
  open(spec: z.output<Spec>, run: ReaderRun): LogSource | Promise<LogSource>;
}

/** Defines a reader and infers the type of its spec. */
export const defineReader = <Spec extends z.ZodType>(reader: Omit<LogReader<Spec>, "family">): LogReader<Spec> => ({
  family: "log-backend",
  ...reader,
});

/** Thrown if the system refuses the search itself, for example a query that it cannot parse. */
export class QueryRefused extends Error {
  override readonly name = "QueryRefused";
}
