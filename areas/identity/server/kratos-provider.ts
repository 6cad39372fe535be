// An Ory Kratos of the operator's: it knows people, passwords and sessions; we know what they may do here. /api/.ory leads to
// it, and every session is checked there.
import type { FastifyRequest } from "fastify";
import type { System } from "#server/area.ts";
import type { Kratos } from "#server/env.ts";
import { originOf } from "#server/audit/audit.ts";
import { normaliseEmail } from "./accounts.ts";
import type { ActorCache } from "./actors.ts";
import { readCookie } from "./cookies.ts";
import { describeDoor } from "./door/describe.ts";
import { meet } from "./kratos/people.ts";
import { proxyRoutes } from "./kratos/proxy.ts";
import { createKratosClient, type KratosSession } from "./kratos/client.ts";
import { findPerson } from "./person-actor.ts";
import type { AuthProvider, SessionCredential } from "./provider.ts";
import type { FoundSession } from "./sessions.ts";
import { chargeAttempt, refundAttempt } from "./throttle.ts";

export interface KratosParts {
  kratos: Kratos;
  publicUrl: string;
  allowedHosts: readonly string[];
  db: Pick<System["db"], "system">;
  actors: ActorCache;
}

/** Nothing tells us that a session ended over there, so what was heard of it is not believed for long. */
const sessionKeptMs = 5_000;
const mostRemembered = 5_000;

export function createKratosProvider({
  kratos,
  publicUrl,
  allowedHosts,
  db: { system: db },
  actors,
}: KratosParts): AuthProvider {
  const service = createKratosClient(kratos);
  /** What each session was shown with, for answers that outlast their request. */
  const shown = new Map<string, SessionCredential>();

  const provider: AuthProvider = {
    name: "kratos",
    sessionKeptMs,
    signInHint: `with your account of the identity service at ${kratos.publicUrl}`,

    routes(app) {
      describeDoor(app);
      proxyRoutes(app, { kratosUrl: kratos.publicUrl, publicUrl, allowedHosts, answered: forgetAfterChange });
    },

    credential({ headers }) {
      const token = headers["x-session-token"];
      if (typeof token === "string") return { token, from: "header" };
      const cookie = readCookie(headers.cookie, kratos.sessionCookie);
      return cookie === undefined || cookie === "" ? undefined : { token: cookie, from: "cookie" };
    },

    // Whatever is not an access token of ours.
    ownsBearer: (token) => !token.startsWith("qd_"),

    async findSession(credential) {
      const session = await service.whoami(credential);
      if (!session) return undefined;
      const found = await foundSession(session);
      if (found) remember(session.id, credential);
      return found;
    },

    async isSessionOpen(id) {
      const credential = shown.get(id);
      return credential !== undefined && (await service.whoami(credential)) !== undefined;
    },

    async checkPassword(email, password, request) {
      // Kratos sees all of them come from us, so counting guesses is ours to do.
      const attempt = { address: originOf(request).address, account: normaliseEmail(email), device: undefined };
      await chargeAttempt(db, attempt);
      const session = await service.checkPassword(email, password);
      if (session === undefined) return { status: "wrong" };
      await refundAttempt(db, attempt);
      if (session === "half") return { status: "right", personId: "", proof: "", hasSecondFactor: true };
      const personId = await meet(db, session, kratos.administrator);
      return { status: "right", personId, proof: "", hasSecondFactor: false };
    },

    invite: (traits) => service.invite(traits),
  };

  async function foundSession(session: KratosSession): Promise<FoundSession | undefined> {
    const person = await findPerson(db, await meet(db, session, kratos.administrator));
    if (!person) return undefined;
    const ends = Date.parse(session.expires_at);
    return {
      actor: {
        ...person.actor,
        session: {
          id: session.id,
          aal: session.authenticator_assurance_level === "aal2" ? "aal2" : "aal1",
          authenticatedAt: session.authenticated_at,
        },
      },
      expiresAt: Number.isNaN(ends) ? person.expiresAt : Math.min(person.expiresAt, ends),
    };
  }

  function remember(id: string, credential: SessionCredential): void {
    shown.delete(id);
    shown.set(id, credential);
    const oldest = shown.size > mostRemembered ? shown.keys().next() : undefined;
    if (oldest?.done === false) shown.delete(oldest.value);
  }

  /** Signing out and the like happen over there, but through here. */
  function forgetAfterChange(request: FastifyRequest): void {
    if (request.method === "GET" && !request.url.includes("/self-service/logout")) return;
    const credential = provider.credential(request);
    const actor = credential && actors.get(credential.token);
    if (actor?.kind === "person") actors.forget({ relation: "people", ids: [actor.id] });
  }

  return provider;
}
