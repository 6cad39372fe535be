// Describes and ends the session of a request.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import type { LogoutFlow } from "../../model.ts";
import { readCookie } from "../cookies.ts";
import { csrfViolation } from "../csrf.ts";
import { originOf as siteOf, returnPlace } from "../own-site.ts";
import { digestText, isSame } from "../random-token.ts";
import { describeSession, endSession, findSession, sessionLifetimeSeconds } from "../sessions.ts";
import {
  doorPath,
  forBrowsers,
  once,
  open,
  readQuery,
  requireSession,
  screens,
  sessionInactive,
  wantsJson,
  type Door,
  type SignedInActor,
} from "./door.ts";

export function sessionRoutes(app: FastifyInstance, door: Door): void {
  const { db, cookies, secrets, actors, publicUrl } = door;

  const logoutToken = ({ session }: SignedInActor) => secrets.digest(session.id, "logout").toString("base64url");

  app.get("/sessions/whoami", open, async (request, reply) => {
    const actor = await requireSession(door, request);
    const session = await describeSession(db, actor.session.id);
    if (!session) throw sessionInactive();
    // Using a session extends it; the cookie must be renewed as well, or the browser would drop it.
    const token = readCookie(request.headers.cookie, cookies.names.session);
    if (token !== undefined) cookies.set(reply, cookies.names.session, token, sessionLifetimeSeconds);
    reply.header("x-kratos-authenticated-identity-id", actor.id);
    return session;
  });

  app.get("/self-service/logout/browser", open, async (request) => {
    const { return_to } = readQuery(request, z.object({ return_to: once }));
    const returnTo = returnPlace(return_to, request, door);
    const actor = await door.session(request);
    if (actor === null) throw sessionInactive();
    const token = logoutToken(actor);
    const query = new URLSearchParams({ token, ...(returnTo && { return_to: returnTo }) });
    return {
      logout_token: token,
      logout_url: `${siteOf(request, publicUrl)}${doorPath}/self-service/logout?${query}`,
    } satisfies LogoutFlow;
  });

  app.get(
    "/self-service/logout",
    open,
    forBrowsers(door, async (request, reply) => {
      const { token, return_to } = readQuery(request, z.object({ token: once, return_to: once }));
      const returnTo = returnPlace(return_to, request, door);
      const actor = await door.session(request);
      // Without a session there is nothing to end. A link that someone else created must not end a session.
      if (actor !== null) {
        if (!isSame(Buffer.from(token ?? ""), Buffer.from(logoutToken(actor))))
          throw csrfViolation("The sign-out link belongs to a different session.");
        await end(actor, request);
      }
      cookies.clear(reply, cookies.names.session);
      return wantsJson(request) ? reply.code(204).send() : reply.redirect(returnTo ?? screens.login, 303);
    }),
  );

  const nativeLogout = z.object({ session_token: z.string() });
  app.delete("/self-service/logout/api", { ...open, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const body = nativeLogout.safeParse(request.body);
    if (!body.success) throw problem.invalid("The body must contain the session_token of the session to end.");
    const found = await findSession(db, digestText(body.data.session_token));
    if (!found?.actor.session) throw sessionInactive();
    await end({ ...found.actor, session: found.actor.session }, request);
    return reply.code(204).send();
  });

  async function end(actor: SignedInActor, request: FastifyRequest): Promise<void> {
    const { id } = actor.session;
    await db.transaction().execute(async (tx) => {
      await endSession(tx, id);
      const deed = { action: "sign_out", resource_type: "sessions", resource_id: id } as const;
      await recordDeeds(tx, { actor, origin: originOf(request) }, [deed]);
    });
    actors.forget({ relation: "sessions", ids: [id] });
  }
}
