// Serves the error of a browser that was sent to the error page.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { once, open, readQuery, type Door } from "./door.ts";

export function errorRoutes(app: FastifyInstance, { db }: Door): void {
  app.get("/self-service/errors", open, async (request) => {
    const { id = "" } = readQuery(request, z.object({ id: once }));
    const row = z.uuid().safeParse(id).success
      ? await db.selectFrom("flow_errors").selectAll().where("id", "=", id).executeTakeFirst()
      : undefined;
    if (!row) throw problem.notFound("flow error", id.slice(0, 100));
    return { id: row.id, error: row.error, created_at: row.created_at, updated_at: row.created_at };
  });
}
