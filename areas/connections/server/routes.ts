// /api/connection: calls for connections, other than reading and writing their rows.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { tryOut, tryOutUnsaved } from "./trial.ts";

export function connectionRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.testConnection,
    schema.testConnection,
    {
      access: "signed-in",
      summary: "Connects with the stored values and describes the server; requires the right to change the connection",
    },
    async ({ params: { id }, query, body, actor, request, signal }) => ({
      message: "ok" as const,
      payload: await tryOut(system, id, {
        actor,
        origin: originOf(request),
        sends: query.send ?? body.send ?? false,
        signal,
      }),
    }),
  );
  handle(
    app,
    contract.testUnsaved,
    schema.testUnsaved,
    {
      access: "signed-in",
      summary: "Connects with values that are not stored and describes the server; requires the right to save them",
    },
    async ({ body: { id, connection, send }, actor, request, signal }) => ({
      message: "ok" as const,
      payload: await tryOutUnsaved(
        system,
        { id, row: connection },
        { actor, origin: originOf(request), sends: send ?? false, signal },
      ),
    }),
  );
}
