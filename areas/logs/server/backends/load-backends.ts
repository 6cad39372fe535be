// Loads log backends with their credentials, and opens the systems of their entries.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { dataDirAt } from "#server/data-dir/data-dir.ts";
import { isAdministrator } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { filledText } from "#server/spec/fill.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import { reachFor } from "#areas/connections/server/index.ts";
import type { Entry } from "../source/entry-fields.ts";
import type { Labels, LogReader, LogSource, ReaderRun } from "../source/reader.ts";
import { entriesIn, logBackendSpec } from "./spec.ts";

export interface BackendRow {
  id: string;
  name: string;
  namespace: string;
  labels: Labels | null;
  source: string | null;
  spec: unknown;
  spec_secrets: string | null;
}

/** One system of a backend. */
export interface BackendEntry {
  /** Identifies the system; the same on all pages of a search. */
  key: string;
  backend: Pick<BackendRow, "id" | "name" | "namespace" | "labels" | "source">;
  reader: LogReader;
  spec: Readonly<Record<string, unknown>> & Entry;
}

type Stores = Pick<System, "db" | "secrets">;

async function readRows({ db }: Pick<System, "db">, named: string | undefined): Promise<BackendRow[]> {
  const { rows } = await sql<BackendRow>`
    select   id, name, namespace, labels, source, spec, spec_secrets
    from     logging_backends
    where    deleted_at is null and agent_id = ${localAgent}
    and      (${named ?? null}::text is null or id::text = lower(${named ?? null}) or name = ${named ?? null})
    order by created_at, id`.execute(db.system);
  return rows;
}

/** Only administrators may read the backend with the server's own log. */
export const mayRead = (actor: Actor, { source }: Pick<BackendRow, "source">) =>
  source !== "System" || isAdministrator(actor);

/** All backends that the actor may read. */
export const findBackends = async (stores: Stores, actor: Actor): Promise<BackendRow[]> =>
  (await readRows(stores, undefined)).filter((row) => mayRead(actor, row));

/** Finds a backend by its id or its name. */
export async function findBackend(stores: Stores, actor: Actor, named: string): Promise<BackendRow> {
  const rows = await readRows(stores, named);
  const [row] = rows;
  if (!row) throw problem.notFound("log backend", named);
  const allowed = rows.filter((each) => mayRead(actor, each));
  if (allowed.length === 0)
    throw problem.forbidden("read", `the log backend ${row.name}`, {
      hint: "Only administrators can read this backend.",
    });
  if (allowed.length > 1)
    throw problem.conflict(`${allowed.length} log backends have the name ${JSON.stringify(named)}.`, {
      hint: "Use the id of one of them.",
    });
  return allowed[0]!;
}

/** Returns the systems of a backend, with their credentials. */
export function entriesOf({ secrets }: Pick<System, "secrets">, row: BackendRow): BackendEntry[] {
  const place = { table: "logging_backends", id: row.id, column: "spec" };
  const opened = openDocument(secrets, place, { masked: row.spec, sealed: row.spec_secrets });
  return entriesOfSpec(row, opened);
}

export const entriesOfSpec = (backend: BackendEntry["backend"], opened: unknown): BackendEntry[] =>
  entriesIn(opened).map(({ reader, spec }, index) => ({
    key: `${backend.id}/${index}`,
    backend,
    reader,
    spec: spec as BackendEntry["spec"],
  }));

export interface Opening {
  signal: AbortSignal;
  scrubber: Scrubber;
  onProgress?: ReaderRun["onProgress"];
}

/** Opens one system for one call. A spec that cannot be parsed is reported like a system that cannot be reached. */
export async function openSource(system: System, entry: BackendEntry, opening: Opening): Promise<LogSource> {
  const { backend, reader, spec } = entry;
  const { signal, scrubber, onProgress } = opening;
  scrubber.know(...secretTexts(logBackendSpec, { backends: [{ [reader.type]: spec }] }));
  const parsed = reader.spec.safeParse(spec);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw problem.invalid(`The spec of ${backend.name} is not valid: ${issue?.path.join(".")} ${issue?.message}`);
  }
  const reach = reachFor(system, {
    subject: { kind: "log_backend", id: backend.id, name: backend.name, namespace: backend.namespace },
    namespace: backend.namespace,
    scrubber,
    purpose: "logs",
    system,
  });
  const isOwn = backend.source === "System";
  return reader.open(parsed.data, {
    ...reach,
    outbound: system.outbound(isOwn ? "system" : "operator"),
    exec: system.exec,
    files: system.files,
    cluster: system.env.cluster,
    signal,
    scrubber,
    fill: (text, around) =>
      filledText(
        text,
        { around, variables: new Map(), value: async () => "", credentials: noCredentials },
        { what: `the query of ${backend.name}` },
      ),
    ...(isOwn && { ownLogs: dataDirAt(system.env.dataDir).logs }),
    ...(onProgress && { onProgress }),
  });
}

const noCredentials = async () => ({ username: "", password: "", name: "", namespace: "" });
