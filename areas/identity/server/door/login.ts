// Creates, fetches and submits the login flow, for browsers and api clients.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { returnPlace } from "../own-site.ts";
import { forBrowsers, once, open, readQuery, type Door } from "./door.ts";
import { fetchFlow, handOut } from "./flow-page.ts";
import { alreadySignedIn, firstFactorRequired, isSignedInEnough, loginPage, sessionAvailable } from "./login-flow.ts";
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
  const begin = (type: "browser" | "api") => async (request: FastifyRequest, reply: FastifyReply) => {
    const { refresh, aal, return_to } = readQuery(request, startQuery);
    const returnTo = returnPlace(return_to, request, door);
    const session = await door.session(request);
    if (isSignedInEnough(session, { refresh, aal })) {
      if (type === "api") throw sessionAvailable(returnTo);
      return alreadySignedIn(request, reply, returnTo);
    }
    if (aal === "aal2" && session === null) throw firstFactorRequired(returnTo);
    return handOut(
      loginPage,
      type,
      { door, request, reply },
      {
        returnTo,
        refresh,
        requestedAal: aal,
        // The person whose session is to be confirmed or raised.
        personId: session?.id,
        ui: session?.email ? { fields: { identifier: { value: session.email } } } : {},
      },
    );
  };

  app.get("/self-service/login/browser", open, forBrowsers(door, begin("browser")));
  app.get("/self-service/login/api", open, begin("api"));
  app.get("/self-service/login/flows", open, fetchFlow(loginPage, door));
  app.post("/self-service/login", { ...open, bodyLimit: 64 * 1024 }, submitLogin(door));
}
