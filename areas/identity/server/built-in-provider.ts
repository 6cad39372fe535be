// The built-in identity service: people, passwords and sessions in Quarterdeck's database, with the API of Kratos.
import type { FastifyRequest } from "fastify";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { checkPassword } from "./accounts.ts";
import type { ActorCache } from "./actors.ts";
import { createCookies, readCookie } from "./cookies.ts";
import { createDevices } from "./devices.ts";
import { codeRoutes } from "./door/code-flows.ts";
import { doorPath, type Door, type SignedInActor } from "./door/door.ts";
import { describeDoor } from "./door/describe.ts";
import { errorRoutes } from "./door/errors.ts";
import { loginRoutes } from "./door/login.ts";
import { oidcRoutes } from "./door/oidc.ts";
import { ownSessionRoutes } from "./door/own-sessions.ts";
import { recovery } from "./door/recovery.ts";
import { registrationRoutes } from "./door/registration.ts";
import { schemaRoutes } from "./door/schemas.ts";
import { sessionRoutes } from "./door/sessions.ts";
import { settingsRoutes } from "./door/settings.ts";
import { verification } from "./door/verification.ts";
import { scriptRoutes } from "./keys/script.ts";
import { createOidc } from "./oidc/providers.ts";
import type { AuthProvider } from "./provider.ts";
import { digestText } from "./random-token.ts";
import { findSession, isSessionOpen, sessionPrefix } from "./sessions.ts";

export type BuiltInParts = Pick<System, "secrets" | "jobs" | "log"> & {
  env: Pick<
    System["env"],
    "publicUrl" | "allowedHosts" | "smtpUrl" | "openRegistration" | "oidcProviders" | "returnToOrigins"
  >;
  db: Pick<System["db"], "system">;
  actors: ActorCache;
};

export function createBuiltInProvider({
  env,
  db: { system: db },
  secrets,
  jobs,
  log,
  actors,
}: BuiltInParts): AuthProvider {
  const cookies = createCookies(env.publicUrl);
  const devices = createDevices(secrets);
  const { session: cookieName } = cookies.names;

  const provider: AuthProvider = {
    name: "built-in",

    routes(app) {
      describeDoor(app);
      void app.register(
        async (scope) => {
          scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
            done(null, Object.fromEntries(new URLSearchParams(body as string))),
          );
          loginRoutes(scope, door);
          registrationRoutes(scope, door);
          sessionRoutes(scope, door);
          ownSessionRoutes(scope, door);
          settingsRoutes(scope, door);
          oidcRoutes(scope, door);
          codeRoutes(scope, door, recovery);
          codeRoutes(scope, door, verification);
          errorRoutes(scope, door);
          schemaRoutes(scope);
          scriptRoutes(scope);
        },
        { prefix: doorPath },
      );
    },

    credential({ headers }) {
      const token = headers["x-session-token"];
      if (typeof token === "string") return { token, from: "header" };
      const cookie = readCookie(headers.cookie, cookieName);
      return cookie === undefined || cookie === "" ? undefined : { token: cookie, from: "cookie" };
    },

    ownsBearer: (token) => token.startsWith(sessionPrefix),

    findSession: ({ token }) => findSession(db, digestText(token)),
    sessionKeptMs: undefined,
    isSessionOpen: (id) => isSessionOpen(db, id),

    checkPassword: (email, password, request) =>
      checkPassword(db, { email, password, origin: originOf(request), device: undefined }),
  };

  const oidc = createOidc(env.oidcProviders);
  const post = { jobs, secrets, env };
  const { publicUrl, allowedHosts, returnToOrigins, openRegistration } = env;
  const door: Door = {
    db,
    log,
    publicUrl,
    allowedHosts,
    returnToOrigins,
    openRegistration,
    secrets,
    cookies,
    devices,
    actors,
    oidc,
    post,
    session,
  };

  async function session(request: FastifyRequest): Promise<SignedInActor | null> {
    const token = bearerSession(request) ?? provider.credential(request)?.token;
    if (token === undefined) return null;
    const actor = actors.get(token) ?? (await actors.load(token, () => findSession(db, digestText(token))));
    return actor?.kind === "person" && actor.session !== null ? { ...actor, session: actor.session } : null;
  }

  function bearerSession({ headers }: FastifyRequest): string | undefined {
    const token = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
    return token !== undefined && provider.ownsBearer(token) ? token : undefined;
  }

  return provider;
}
