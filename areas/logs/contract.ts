// HTTP calls that read logs. The data API reads and writes the rows of log backends.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Searches the logs of a component or of a backend. If the client accepts NDJSON, the progress is streamed. */
export const searchLogs = call<Shape<typeof schema.searchLogs>>("POST", "/api/logs");

/** The same search under the path that existing clients use. */
export const searchApm = call<Shape<typeof schema.searchLogs>>("POST", "/api/apm/search");

/** Streams new lines as JSON lines. */
export const tailLogs = call<Shape<typeof schema.tailLogs>>("POST", "/api/logs/tail");

/** Returns the labels by which lines can be selected. */
export const logLabels = call<Shape<typeof schema.logLabels>>("POST", "/api/logs/labels");

/** Returns the fields of the newest lines that a search finds. */
export const logFields = call<Shape<typeof schema.logFields>>("POST", "/api/logs/fields");

/** Counts lines by interval and severity. */
export const logHistogram = call<Shape<typeof schema.logHistogram>>("POST", "/api/logs/histogram");

/** Returns the backends that the caller can search. */
export const logBackends = call<Shape<typeof schema.logBackends>>("GET", "/api/logs/backends");

/** Connects to each system of a stored or unsaved backend. */
export const testBackend = call<Shape<typeof schema.testBackend>>("POST", "/api/logs/backends/test");

export type LogsAnswer = Shape<typeof schema.searchLogs>["answer"];
export type LogLine = LogsAnswer["results"][number];
export type LogCounts = Shape<typeof schema.logHistogram>["answer"];
