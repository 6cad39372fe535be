// The hosted, organisation-based identity service (Clerk). Its pages sign people in; this server verifies the session
// tokens, and admits the members of one organisation with the role that they have there.
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import type { DB } from "#server/db/tables.ts";
import type { HostedIdentity } from "#server/env/hosted-identity.ts";
import type { Outbound, Trust } from "#server/outbound/outbound.ts";
import { foreignChange } from "./authenticate.ts";
import { readCookie } from "./cookies.ts";
import { keepMember, roleOf } from "./hosted-member.ts";
import { createForward } from "./hosted/forward.ts";
import { createKeys } from "./hosted/keys.ts";
import { remember } from "./hosted/remember.ts";
import { createHostedService } from "./hosted/service-api.ts";
import { looksLikeJwt, readToken, type SessionClaims } from "./hosted/token.ts";
import { requireMembership } from "./hosted-tokens.ts";
import { isChange, requestSource } from "./own-site.ts";
import { findPerson } from "./person-actor.ts";
import type { AuthProvider, SessionCredential } from "./provider.ts";
import type { FoundSession } from "./sessions.ts";

const cookieName = "__session";
/** The console requests a new token every minute, so a stream may outlive its token by this time. */
const streamGraceMs = 2 * 60_000;
const backendKeptMs = 30_000;

export interface HostedParts {
  hosted: HostedIdentity;
  db: Kysely<DB>;
  outbound: (trust: Trust) => Outbound;
  publicUrl: string;
  securityHeaders: Readonly<Record<string, string>>;
}

export function createHostedProvider({ hosted, db, outbound, publicUrl, securityHeaders }: HostedParts): AuthProvider {
  const findKey = createKeys(outbound("system"), hosted.issuer);
  const service = createHostedService(outbound("system"), hosted);
  const read = (token: string) => readToken(token, findKey, { ...hosted, audience: publicUrl });
  /** When the last token of each session expires, in milliseconds since 1970. */
  const sessions = new Map<string, number>();

  const noteSession = (id: string, expiresAt: number) => {
    const now = Date.now();
    for (const [other, end] of sessions) if (end + streamGraceMs < now) sessions.delete(other);
    sessions.set(id, Math.max(expiresAt, sessions.get(id) ?? 0));
  };

  const credential = ({ headers }: Pick<FastifyRequest, "headers">): SessionCredential | undefined => {
    const token = readCookie(headers.cookie, cookieName);
    return token === undefined || token === "" ? undefined : { token, from: "cookie" };
  };

  return {
    name: "hosted",
    signInHint: `${publicUrl}, with an account of ${hosted.issuer}`,

    // Sign-in takes place at the service.
    routes() {},

    credential,

    ownsBearer: looksLikeJwt,

    async findSession({ token }): Promise<FoundSession | undefined> {
      const claims = await read(token);
      if (claims === undefined) return undefined;
      requireOrganization(hosted, claims);
      const role = roleOf(claims.role);
      const personId = await keepMember(db, {
        subject: claims.subject,
        stated: { ...(claims.name && { name: claims.name }), ...(claims.email && { email: claims.email }) },
        role,
        profile: () => service.profile(claims.subject),
      });
      if (personId === undefined) return undefined;
      if (role === undefined) throw noRole(claims);
      const found = await findPerson(db, personId);
      if (found === undefined) return undefined;
      const session = claims.session ?? claims.subject;
      const expiresAt = claims.expiresAt * 1000;
      noteSession(session, expiresAt);
      return {
        actor: {
          ...found.actor,
          session: { id: session, aal: "aal1", authenticatedAt: new Date(claims.issuedAt * 1000).toISOString() },
        },
        expiresAt: Math.min(found.expiresAt, expiresAt),
      };
    },

    sessionKeptMs: undefined,

    isSessionOpen: async (id) => (sessions.get(id) ?? 0) + streamGraceMs > Date.now(),

    // Passwords are known to the service only.
    checkPassword: async () => ({ status: "wrong" }),

    admitToken: requireMembership({ db, service, organization: hosted.organization }),

    forward: createForward({
      // Only the secret key can write the metadata of an organisation, so the address comes from an operator.
      outbound: outbound("operator"),
      findBackend: remember(backendKeptMs, service.backendUrl),
      publicUrl,
      securityHeaders,
      async findForeign(request) {
        const { authorization } = request.headers;
        const [, bearer = ""] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
        const found = authorization === undefined ? credential(request) : { token: bearer, from: "header" as const };
        if (found === undefined || !looksLikeJwt(found.token)) return undefined;
        const organization = (await read(found.token))?.organization;
        if (organization === undefined || organization === hosted.organization) return undefined;
        const source = found.from === "cookie" ? requestSource(request, publicUrl) : "here";
        if (isChange(request.method) && source !== "here") throw foreignChange();
        return { token: found.token, organization, isFromOtherSite: source === "elsewhere" };
      },
    }),
  };
}

/** A valid token of another organisation must not open this organisation's data. */
function requireOrganization({ organization }: HostedIdentity, claims: SessionClaims): void {
  if (organization === undefined)
    throw new Problem("forbidden", "This server holds the data of no organisation.", {
      hint: "Set CLERK_ORGANIZATION_ID to the id of the organisation.",
    });
  if (claims.organization !== organization)
    throw new Problem("forbidden", "This server holds the data of a different organisation.", {
      hint: "Switch to the organisation of this server.",
    });
}

const noRole = ({ role }: SessionClaims) =>
  new Problem("forbidden", `The role ${JSON.stringify(role ?? "")} of the organisation has no rights here.`, {
    hint: "An administrator of the organisation can assign a different role.",
  });
