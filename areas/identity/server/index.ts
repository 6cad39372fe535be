// Identity on the server: sign-in, sessions, access tokens, and authentication of requests.
import type { Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import type { ServerArea, System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import type { Actor, TokenActor } from "#server/http/actor.ts";
import type { Authenticate } from "#server/http/app.ts";
import { apiHeaders } from "#server/http/security-headers.ts";
import { isTokenValid } from "./access-tokens.ts";
import { createActorCache, type ActorCache } from "./actors.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createBuiltInProvider } from "./built-in-provider.ts";
import { ensureAdministrator, type Administrator } from "./first-administrator.ts";
import { createHostedProvider } from "./hosted-provider.ts";
import { sendMail } from "./mail/mail.ts";
import { prepareDecoy } from "./passwords.ts";
import type { AuthProvider } from "./provider.ts";
import { prune } from "./prune.ts";
import { identityRoutes } from "./routes.ts";
import { hasSameRights, rightsOf, rolesOf } from "./sessions.ts";
import { endOutdatedStreams } from "./streams.ts";

export type { Administrator } from "./first-administrator.ts";
export { createAccessToken } from "./access-tokens.ts";
export { requireOwnSite } from "./authenticate.ts";
export { hasSecondFactor } from "./credentials.ts";
export { endAccess, endCodes } from "./end-access.ts";
export { resetPassword } from "./reset-password.ts";
export { endSessionsOf, rightsOf, rolesOf } from "./sessions.ts";
export { someone } from "#server/http/actor.ts";
export { personColumns } from "./traits.ts";

export interface Identity {
  authenticate: Authenticate;
  /** Creates the first administrator if none exists; otherwise returns undefined. */
  ensureAdministrator(): Promise<Administrator | undefined>;
  /**
   * Whether an actor is still valid and has the same rights, for responses that outlive their request, such as streams.
   */
  stillValid(actor: Actor): Promise<boolean>;
  actors: ActorCache;
  provider: AuthProvider;
}

// One instance per system, because both main and the routes of this area use it.
const identities = new WeakMap<System, Identity>();

export function createIdentity(system: System): Identity {
  const known = identities.get(system);
  if (known) return known;
  const { env, log, secrets, live, jobs } = system;
  const db = system.db.system;
  const actors = createActorCache(live);
  const { hosted, publicUrl } = env;
  const provider = hosted
    ? createHostedProvider({ hosted, db, outbound: system.outbound, publicUrl, securityHeaders: apiHeaders(env) })
    : createBuiltInProvider({ env, db: system.db, secrets, jobs, log, actors });
  const identity: Identity = {
    authenticate: createAuthenticate({ db, secrets, publicUrl, provider, actors }),
    async ensureAdministrator() {
      // The administrators of the organisation are administrators here.
      if (hosted) return undefined;
      await prepareDecoy();
      return ensureAdministrator(db, env, log);
    },
    stillValid: (actor) => isStillValid(db, provider, actor),
    actors,
    provider,
  };
  endOutdatedStreams({ db, live, log });
  identities.set(system, identity);
  return identity;
}

async function isStillValid(db: Kysely<DB>, provider: AuthProvider, actor: Actor): Promise<boolean> {
  if (actor.kind === "system") return true;
  const person = await db
    .selectFrom("people as p")
    .select([rolesOf.as("roles"), rightsOf.as("rights")])
    .where("p.id", "=", actor.id)
    .where("p.state", "=", "active")
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  if (!hasSameRights(actor, person)) return false;
  if (actor.kind === "token") return (await isTokenValid(db, actor.token.id)) && isAdmitted(provider, actor);
  return actor.session === null || provider.isSessionOpen(actor.session.id);
}

const isAdmitted = async (provider: AuthProvider, actor: TokenActor): Promise<boolean> => {
  try {
    await provider.admitToken?.(actor);
    return true;
  } catch (error) {
    // A stream stays open if the membership cannot be checked at the moment.
    if (error instanceof Problem && error.id === "forbidden") return false;
    throw error;
  }
};

export const identity: ServerArea = {
  name: "identity",
  routes(app, system) {
    const { actors, provider } = createIdentity(system);
    provider.routes(app);
    identityRoutes(app, system, { actors, provider });
  },
  jobs: [prune, sendMail],
};
