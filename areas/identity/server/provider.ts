// A sign-in provider resolves sessions to people. One is built in; a different identity service can replace it by
// implementing this interface.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IdentityTraits } from "#language/columns.ts";
import type { TokenActor } from "#server/http/actor.ts";
import type { Forward } from "#server/http/app.ts";
import type { Checked } from "./accounts.ts";
import type { FoundSession } from "./sessions.ts";

export interface SessionCredential {
  token: string;
  /** A browser sends a cookie automatically, so a request with a cookie must prove its origin. */
  from: "cookie" | "header";
}

export interface AuthProvider {
  name: string;
  /**
   * How to sign in, printed at the start; undefined if the credentials of the first administrator are printed instead.
   */
  signInHint?: string;
  /** The routes under /api/.ory. */
  routes(app: FastifyInstance): void;
  /** The session credential of a request; undefined if there is none. Runs on every request, so it must not wait. */
  credential(request: Pick<FastifyRequest, "headers">): SessionCredential | undefined;
  /** Whether a bearer token is a session token rather than an access token. */
  ownsBearer(token: string): boolean;
  findSession(credential: SessionCredential): Promise<FoundSession | undefined>;
  /** How long a found session may be cached, unless a change arrives earlier. */
  sessionKeptMs: number | undefined;
  /** Whether a session still exists, for responses that outlive their request. */
  isSessionOpen(id: string): Promise<boolean>;
  /** Checks the password of a request with basic authentication. */
  checkPassword(email: string, password: string, request: FastifyRequest): Promise<Checked>;
  /** Throws if the owner of an access token may no longer use it, if a different service manages accounts. */
  admitToken?(actor: TokenActor): Promise<void>;
  /** Sends requests to other servers, if a different service knows which server holds the data. */
  forward?: Forward;
  /** Creates an account with a sign-in link, if a different service manages accounts. */
  invite?(traits: IdentityTraits): Promise<{ id: string; link: string }>;
}
