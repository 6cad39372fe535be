// Reads log lines from a log backend. The reader needs the right to read logs. Views cannot read the server's own log,
// which only administrators may read.
import { problem } from "#language/problem.ts";
import { reachOf } from "#server/db/policy.ts";
import type { PersonActor } from "#server/http/actor.ts";
import { readLogs, searchLogs } from "#areas/logs/server/index.ts";
import type { QuerySpec } from "../spec/query-spec.ts";
import type { QueryRun } from "./query-run.ts";
import { sendObjects, type RowSink } from "./row-sink.ts";

type Spec = NonNullable<QuerySpec["logs"]>;

const defaultLines = 1_000;
const columns = ["id", "timestamp", "message", "severity", "source", "host", "count", "hash", "labels"];

/** The search runs as this actor, who does not have the rights of an administrator. */
const ordinaryActor: PersonActor = {
  kind: "person",
  id: "00000000-0000-0000-0000-000000000000",
  name: "view",
  email: null,
  avatar: null,
  roles: [],
  rules: [],
  session: null,
};

export async function readLogLines(spec: Spec, run: QueryRun, sink: RowSink): Promise<void> {
  const { system, reader, signal, scrubber } = run;
  await system.features.require("logs", "a query of logs");
  if (reachOf(reader.actor, readLogs.action, readLogs.resource) === "none")
    throw problem.forbidden(readLogs.action, readLogs.resource);
  const { results, warnings = [] } = await searchLogs(
    system,
    ordinaryActor,
    {
      backend: spec.backend,
      query: spec.query ?? "",
      language: "auto",
      labels: { ...spec.labels },
      start: spec.start,
      end: spec.end,
      limit: spec.limit || defaultLines,
      direction: "backward",
      match: [],
    },
    { signal, scrubber },
  );
  if (results.length === 0 && warnings.length > 0) throw new Error(warnings.join(" "));
  await sendObjects(sink, results, { first: columns, scrubber });
}
