// The login flow is asked for, fetched and submitted; by browsers and by api clients.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#language/problem.ts";
import { scrubUrl } from "#server/log.ts";
import { giveBrowserSecret, requireSameBrowser } from "../csrf.ts";
import { findFlow, flowExpired, isOver, startFlow } from "../flows/store.ts";
import { originOf, returnPlace } from "../own-site.ts";
import { digestOf } from "../random-token.ts";
import { chargeFlow } from "../throttle.ts";
import { forBrowsers, once, open, readQuery, screens, wantsJson, type Door, type SignedInActor } from "./door.ts";
import { alreadySignedIn, drawFor, isSignedInEnough, sessionAvailable } from "./login-flow.ts";
import { submitLogin } from "./submit-login.ts";

const startQuery = z.object({
  refresh: once.transform((text) => text === "true"),
  aal: z
    .enum(["", "aal1", "aal2"], "is neither aal1 nor aal2")
    .optional()
    .transform((text) => (text === "aal2" ? "aal2" : "aal1")),
  return_to: once,
});

export function loginRoutes(app: FastifyInstance, door: Door): void {
  app.get(
    "/self-service/login/browser",
    open,
    forBrowsers(door, async (request, reply) => {
      const { refresh, aal, return_to } = readQuery(request, startQuery);
      const returnTo = returnPlace(return_to, request, door.publicUrl);
      const session = await door.session(request);
      if (isSignedInEnough(session, { refresh, aal })) return alreadySignedIn(request, reply, returnTo);
      requireFirstFactor(session, aal, returnTo);
      await chargeFlow(door.db, request.ip);
      const secret = giveBrowserSecret(request, reply, door.cookies);
      const flow = await startFlow(door.db, {
        kind: "login",
        type: "browser",
        csrfDigest: digestOf(secret),
        returnTo,
        refresh,
        requestedAal: aal,
        ...startedBy(request, session, door),
      });
      if (!wantsJson(request)) return reply.redirect(`${screens.login}?flow=${flow.id}`, 303);
      return drawFor(request, flow, door, secret);
    }),
  );

  app.get("/self-service/login/api", open, async (request) => {
    const { refresh, aal, return_to } = readQuery(request, startQuery);
    const returnTo = returnPlace(return_to, request, door.publicUrl);
    const session = await door.session(request);
    if (isSignedInEnough(session, { refresh, aal })) throw sessionAvailable(returnTo);
    requireFirstFactor(session, aal, returnTo);
    await chargeFlow(door.db, request.ip);
    const flow = await startFlow(door.db, {
      kind: "login",
      type: "api",
      csrfDigest: null,
      returnTo,
      refresh,
      requestedAal: aal,
      ...startedBy(request, session, door),
    });
    return drawFor(request, flow, door);
  });

  app.get("/self-service/login/flows", open, async (request) => {
    const flow = await findFlow(door.db, "login", readQuery(request, z.object({ id: once })).id);
    const secret = flow.type === "browser" ? requireSameBrowser(request, flow, door.cookies) : undefined;
    if (isOver(flow)) throw flowExpired(flow);
    return drawFor(request, flow, door, secret);
  });

  app.post("/self-service/login", { ...open, bodyLimit: 64 * 1024 }, submitLogin(door));
}

/** What is known of who asks for a form: the person whose session is to be confirmed or lifted. */
const startedBy = (request: FastifyRequest, session: SignedInActor | null, { publicUrl }: Door) => ({
  requestUrl: (originOf(request, publicUrl) + scrubUrl(request.url)).slice(0, 2000),
  personId: session?.id,
  ui: session?.email ? { fields: { identifier: { value: session.email } } } : {},
});

function requireFirstFactor(session: SignedInActor | null, aal: "aal1" | "aal2", returnTo: string | undefined): void {
  if (aal === "aal1" || session !== null) return;
  const back = returnTo === undefined ? "" : `?return_to=${encodeURIComponent(returnTo)}`;
  throw new Problem("session_aal1_required", "Sign in with your password first.", {
    parts: { redirect_browser_to: screens.login + back },
  });
}
