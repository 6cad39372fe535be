// A sign-in provider knows people by their sessions. The product has one built in; another identity service can take its
// place behind the same interface.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IdentityTraits } from "#language/columns.ts";
import type { Checked } from "./accounts.ts";
import type { FoundSession } from "./sessions.ts";

export interface SessionCredential {
  token: string;
  /** A browser sends a cookie by itself, so a request with one must prove who made it. */
  from: "cookie" | "header";
}

export interface AuthProvider {
  name: string;
  /** How one signs in, for the end of a start; undefined where the first administrator is told. */
  signInHint?: string;
  /** What lies under /api/.ory. */
  routes(app: FastifyInstance): void;
  /** What of a request names a session, if anything does. Asked on every request: it must not wait for anything. */
  credential(request: Pick<FastifyRequest, "headers">): SessionCredential | undefined;
  /** Whether a bearer token is a session's, not an access token. */
  ownsBearer(token: string): boolean;
  findSession(credential: SessionCredential): Promise<FoundSession | undefined>;
  /** How long what was found may be believed, unless a change is heard of before. */
  sessionKeptMs: number | undefined;
  /** Whether a session that was found before is still there: for answers that outlast their request. */
  isSessionOpen(id: string): Promise<boolean>;
  /** A password that comes with the request itself (basic authentication). */
  checkPassword(email: string, password: string, request: FastifyRequest): Promise<Checked>;
  /** Makes an account that somebody gets into by a link, where accounts are not ours to make. */
  invite?(traits: IdentityTraits): Promise<{ id: string; link: string }>;
}
