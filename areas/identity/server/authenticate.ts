// Authenticates a request: basic (user `token` or the username of an agent, or email and password), bearer, then the session. A cached actor is
// returned synchronously, because this runs on every request.
import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { FastifyRequest } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import type { DB } from "#server/db/tables.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Authenticate } from "#server/http/app.ts";
import type { Secrets } from "#server/secrets.ts";
import { findAccessToken } from "./access-tokens.ts";
import type { ActorCache } from "./actors.ts";
import { isChange, requestSource } from "./own-site.ts";
import { findPerson } from "./person-actor.ts";
import type { AuthProvider, SessionCredential } from "./provider.ts";
import { digestText, isSame } from "./random-token.ts";
import { secondFactorRequired } from "./sessions.ts";

export interface AuthenticateOptions {
  db: Kysely<DB>;
  secrets: Secrets;
  publicUrl: string;
  provider: AuthProvider;
  actors: ActorCache;
}

/**
 * Checking a password is slow on purpose, so a correct password is cached longer. A changed password takes effect at
 * once.
 */
const passwordKeptMs = 60_000;

export function createAuthenticate({ db, secrets, publicUrl, provider, actors }: AuthenticateOptions): Authenticate {
  // Passwords have too little entropy for an unsalted digest, even in memory.
  const salt = randomBytes(32).toString("base64url");

  const bySession = (credential: SessionCredential) => {
    const { token } = credential;
    const found =
      actors.get(token) ?? actors.load(token, () => provider.findSession(credential), provider.sessionKeptMs);
    return found instanceof Promise ? found.then(requireWhole) : requireWhole(found);
  };

  const findToken = async (token: string) => {
    const found = await findAccessToken(db, token);
    if (provider.admitToken === undefined) return found;
    await provider.admitToken(found.actor);
    // The provider may have stored new roles of the owner.
    return findAccessToken(db, token);
  };

  const byToken = (token: string) => {
    const cached = actors.get(token);
    // The cache also contains sessions. A session must not pass as an access token, because its second factor and the
    // origin of the request would not be checked.
    return cached?.kind === "token" ? cached : actors.load(token, () => findToken(token));
  };

  const byPassword = (email: string, password: string, request: FastifyRequest) => {
    // Browsers send basic credentials automatically, like cookies.
    if (isChange(request.method) && requestSource(request, publicUrl) === "elsewhere") throw foreignChange();
    const key = digestText(`${salt}\0${email}\0${password}`);
    const find = async () => {
      const checked = await provider.checkPassword(email, password, request);
      if (checked.status !== "right") throw problem.unauthorized("The email or the password is wrong.");
      if (checked.hasSecondFactor)
        throw problem.unauthorized(
          "This account requires a second factor, which basic authentication does not support.",
          {
            hint: "Use an access token: send the username token and the access token as the password.",
          },
        );
      return findPerson(db, checked.personId);
    };
    return actors.get(key) ?? actors.load(key, find, passwordKeptMs);
  };

  const byAuthorization = (authorization: string, request: FastifyRequest) => {
    const [, scheme = "", value = ""] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
    switch (scheme.toLowerCase()) {
      case "bearer":
        return provider.ownsBearer(value) ? bySession({ token: value, from: "header" }) : byToken(value);
      case "basic": {
        const text = Buffer.from(value, "base64").toString("utf8");
        const colon = text.indexOf(":");
        if (colon === -1) throw problem.invalid("The Authorization header is not valid basic authentication.");
        const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
        return isTokenUser(user) ? byToken(password) : byPassword(user, password, request);
      }
      default:
        throw problem.unauthorized("The Authorization header must be Basic or Bearer.");
    }
  };

  return (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) return byAuthorization(authorization, request);
    const credential = provider.credential(request);
    if (credential === undefined) return null;
    const found = bySession(credential);
    if (credential.from === "header" || !isChange(request.method)) return found;
    const admit = (actor: Actor | null) => {
      if (actor !== null) requireOwnOrigin(request, actor);
      return actor;
    };
    return found instanceof Promise ? found.then(admit) : admit(found);
  };

  function requireOwnOrigin(request: FastifyRequest, actor: Actor): void {
    if (requestSource(request, publicUrl) === "here") return;
    const sent = request.headers["x-csrf-token"];
    const expected = csrfTokenOf(secrets, actor);
    if (typeof sent === "string" && expected !== undefined && isSame(Buffer.from(sent), Buffer.from(expected))) return;
    throw foreignChange();
  }
}

/** Agents send their own username with their token. */
const isTokenUser = (user: string) => /^(?:token|agent-[0-9a-f]{16})$/i.test(user);

/** Only the identity service accepts a session that lacks its second factor. */
function requireWhole<A extends Actor>(actor: A | null): A | null {
  if (actor?.kind === "person" && actor.session?.needsSecondFactor) throw secondFactorRequired();
  return actor;
}

/** For the few GET routes that change something: refuses a request that another site made the browser send. */
export function requireOwnSite(request: FastifyRequest, actor: Actor, publicUrl: string): void {
  if (actor.kind === "person" && requestSource(request, publicUrl) === "elsewhere") throw foreignChange();
}

export const foreignChange = () =>
  new Problem("security_csrf_violation", "This request was not made by a page of this site.", {
    details: "A request that changes something with a session cookie needs an Origin of this site, or X-CSRF-Token.",
  });

/** The token by which a client outside a browser confirms that it intends the change. */
export const csrfTokenOf = (secrets: Secrets, actor: Actor): string | undefined =>
  actor.kind === "person" && actor.session ? secrets.digest(actor.session.id, "csrf").toString("base64url") : undefined;
