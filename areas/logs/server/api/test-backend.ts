// Tests a stored or edited log backend: connects to each log system of the backend and returns a description of that
// system. Requires the right to save the backend, because a test can do everything that a saved backend can do.
import type { FastifyInstance } from "fastify";
import { newId } from "#lib/uuid/new-id.ts";
import { problem } from "#language/problem.ts";
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { may } from "#server/db/policy.ts";
import { refuseKeptElsewhere } from "#server/db/own-rows.ts";
import { handle } from "#server/http/handle.ts";
import type { Actor } from "#server/http/actor.ts";
import { openDocument, readIfOpens, restoreDocument } from "#server/spec/sealed-columns.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { entriesOfSpec, openSource, type BackendEntry, type Opening } from "../backends/load-backends.ts";
import { logBackendSpec, refuseOthers } from "../backends/spec.ts";
import { requireLogs } from "./access.ts";
import { describeFailure } from "./failures.ts";

const maxMs = 30_000;

export function testRoute(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.testBackend,
    schema.testBackend,
    {
      access: "signed-in",
      summary: "Connects to each system of a log backend; requires the right to save the backend",
    },
    async ({ body, actor, request, signal, scrubber }) => {
      await requireLogs(system, "a log backend test");
      const { backend, spec } = await tested(system, actor, body);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
      const entries = entriesOfSpec(backend, spec);
      if (entries.length === 0) throw problem.badParts([{ path: "body.spec.backends", message: "is empty" }]);
      const payload = await Promise.all(
        entries.map((entry) => testEntry(system, entry, { signal: limited, scrubber })),
      );
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "test",
          resource_type: "logging_backends",
          resource_id: body.id ?? null,
          resource_name: backend.name,
          after: { outcome: payload.every(({ error }) => error === undefined) ? "reached" : "failed" },
        },
      ]);
      return { message: "ok" as const, payload };
    },
  );
}

interface EntryResult {
  type: string;
  title: string;
  reached?: string;
  error?: string;
  hint?: string;
}

async function testEntry(system: System, entry: BackendEntry, opening: Opening): Promise<EntryResult> {
  const { type, title } = entry.reader;
  try {
    const source = await openSource(system, entry, opening);
    return { type, title, reached: opening.scrubber.text(await source.describe()) };
  } catch (error) {
    const { message, hint } = describeFailure(error, entry, { entries: [entry], scrubber: opening.scrubber });
    return { type, title, error: message, ...(hint !== undefined && { hint }) };
  }
}

/** Returns the backend to test, with its credentials. */
async function tested(
  { db, secrets, catalog }: System,
  actor: Actor,
  { id, spec: sent }: { id?: string | undefined; spec?: Readonly<Record<string, unknown>> | undefined },
): Promise<{ backend: BackendEntry["backend"]; spec: unknown }> {
  if (!may(actor, id === undefined ? "create" : "update", "logging_backends"))
    throw problem.forbidden("write", "logging_backends");
  const stored =
    id === undefined
      ? undefined
      : await db.system
          .selectFrom("logging_backends")
          .select(["id", "name", "namespace", "labels", "source", "spec", "spec_secrets"])
          .where("id", "=", id)
          .where("agent_id", "=", localAgent)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
  if (id !== undefined && !stored) throw problem.notFound("log backend", id);
  refuseOthers(actor, [sent, stored?.spec]);
  if (stored && sent === undefined) {
    const place = { table: "logging_backends", id: stored.id, column: "spec" };
    return {
      backend: stored,
      spec: openDocument(secrets, place, { masked: stored.spec, sealed: stored.spec_secrets }),
    };
  }
  if (sent === undefined) throw problem.badParts([{ path: "body.spec", message: "is required if there is no id" }]);
  const parsed = logBackendSpec.safeParse(sent);
  if (!parsed.success)
    throw problem.badParts(
      parsed.error.issues.map(({ path, message }) => ({ path: ["body.spec", ...path].join("."), message })),
    );
  if (stored) refuseKeptElsewhere(actor, catalog.current.relations.get("logging_backends")!, [stored]);
  const known =
    stored &&
    readIfOpens(
      secrets,
      { table: "logging_backends", id: stored.id, column: "spec" },
      { masked: stored.spec, sealed: stored.spec_secrets },
    );
  const backend = stored ?? { id: newId(), name: "unsaved", namespace: "default", labels: null, source: "UI" };
  return { backend, spec: restoreDocument(logBackendSpec, parsed.data, { column: "spec", stored: known }) };
}
