// Lists the caller's other sessions and ends them.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { csrfViolation } from "../csrf.ts";
import { requestSource } from "../own-site.ts";
import { describeSessions, endOwnSession, endSessionsOf } from "../sessions.ts";
import { open, requireSession, type Door } from "./door.ts";

export function ownSessionRoutes(app: FastifyInstance, door: Door): void {
  const { db, actors, publicUrl } = door;

  app.get("/sessions", open, async (request) => {
    const { id, session } = await requireSession(door, request);
    return describeSessions(db, id, { except: session.id });
  });

  app.delete("/sessions", open, async (request) => {
    const actor = await requireSession(door, request);
    requireOwnPage(request, publicUrl);
    const count = await db.transaction().execute(async (tx) => {
      const ended = await endSessionsOf(tx, actor.id, actor.session.id);
      const deed = { action: "sign_out", resource_type: "sessions", resource_name: "all other sessions" } as const;
      if (ended > 0) await recordDeeds(tx, { actor, origin: originOf(request) }, [deed]);
      return ended;
    });
    actors.forget({ relation: "people", ids: [actor.id] });
    return { count };
  });

  app.delete<{ Params: { id: string } }>("/sessions/:id", open, async (request, reply) => {
    const actor = await requireSession(door, request);
    requireOwnPage(request, publicUrl);
    const { id } = request.params;
    if (id === actor.session.id) throw problem.invalid("This is your current session. Sign out to end it.");
    const isMine =
      z.uuid().safeParse(id).success &&
      (await db.transaction().execute(async (tx) => {
        if (!(await endOwnSession(tx, actor.id, id))) return false;
        const deed = { action: "sign_out", resource_type: "sessions", resource_id: id } as const;
        await recordDeeds(tx, { actor, origin: originOf(request) }, [deed]);
        return true;
      }));
    if (!isMine) throw problem.notFound("session", id.slice(0, 100));
    actors.forget({ relation: "people", ids: [actor.id] });
    return reply.code(204).send();
  });
}

/** Refuses a change that is authenticated by a cookie, unless the request comes from a page of this site. */
function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { authorization, "x-session-token": token } = request.headers;
  if (authorization !== undefined || token !== undefined) return;
  if (requestSource(request, publicUrl) !== "here")
    throw csrfViolation("The request does not come from a page of this site.");
}
