// Reads a JSON document from a web server. Each object of a list becomes a row.
import { RequestInvalid, requestOf } from "#areas/connections/server/index.ts";
import { readPath } from "#lib/expression/json-path.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import type { QuerySpec } from "../spec/query-spec.ts";
import type { QueryRun } from "./query-run.ts";
import { queryLimits, sendObjects, type RowSink } from "./row-sink.ts";

type Spec = NonNullable<QuerySpec["http"]>;
type Row = Readonly<Record<string, unknown>>;

const limits = { timeoutMs: 60_000, maxRedirects: 10, maxBytes: queryLimits.maxBytes };

/** `fill` fills in the variables of the body. */
export async function readHttp(
  { jsonpath, ...spec }: Spec,
  run: QueryRun & { fill(text: string): Promise<string> },
  sink: RowSink,
): Promise<void> {
  const withBody = { ...spec, templateBody: spec.body !== undefined && isTemplateText(spec.body) };
  const { url, request, refused } = await requestOf(withBody, run, limits);
  const answer = await run.outbound.fetch(url, request);
  if (answer.status === 401) refused?.();
  if (answer.status >= 400) throw new Error(`The server responded with the status ${answer.status}.`);
  await sendObjects(sink, rowsIn(documentIn(answer.text()), jsonpath, sink), { scrubber: run.scrubber });
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestInvalid("The response is not JSON.");
  }
}

function rowsIn(document: unknown, jsonpath: string | undefined, sink: RowSink): Row[] {
  const found = jsonpath ? readPath(jsonpath).find(document) : [document];
  sink.require(found.reduce<number>((sum, item) => sum + (Array.isArray(item) ? item.length : 1), 0));
  return found.flatMap((item): readonly unknown[] => (Array.isArray(item) ? item : [item])).map(rowOf);
}

const rowOf = (item: unknown): Row =>
  typeof item === "object" && item !== null && !Array.isArray(item) ? (item as Row) : { value: item };
