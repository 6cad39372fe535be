// A sign-in provider: whoever knows people by their sessions. The product has its own; another identity service can stand
// in for it behind the same interface.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Checked } from "./accounts.ts";
import type { FoundSession } from "./sessions.ts";

export interface SessionCredential {
  token: string;
  /** A browser sends a cookie by itself, so a request with one must prove who made it. */
  from: "cookie" | "header";
}

export interface AuthProvider {
  name: string;
  /** What lies under /api/.ory. */
  routes(app: FastifyInstance): void;
  /** What of a request names a session, if anything does. Asked on every request: it must not wait for anything. */
  credential(request: Pick<FastifyRequest, "headers">): SessionCredential | undefined;
  /** Whether a bearer token is a session's, not an access token. */
  ownsBearer(token: string): boolean;
  findSession(token: string): Promise<FoundSession | undefined>;
  /** A password that comes with the request itself (basic authentication). */
  checkPassword(email: string, password: string, request: FastifyRequest): Promise<Checked>;
}
