// Shared by the routes under /api/.ory: the session of a request, and responses for scripts and for browsers that
// follow links and submit plain forms.
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { Problem, problem } from "#language/problem.ts";
import type { DB } from "#server/db/tables.ts";
import type { PersonActor } from "#server/http/actor.ts";
import { renderProblem } from "#server/http/dialects.ts";
import { toProblem } from "#server/http/problems.ts";
import type { Log } from "#server/log.ts";
import type { Secrets } from "#server/secrets.ts";
import type { ActorCache } from "../actors.ts";
import type { Cookies } from "../cookies.ts";
import type { Devices } from "../devices.ts";
import type { Post } from "../mail/mail.ts";
import type { Oidc } from "../oidc/providers.ts";
import { secondFactorRequired } from "../sessions.ts";
import { chargeFlow } from "../throttle.ts";

export interface Door {
  db: Kysely<DB>;
  log: Log;
  publicUrl: string;
  /** Hosts, in addition to the host of PUBLIC_URL, at which a request may cause a mail. */
  allowedHosts: readonly string[];
  /** Other sites to which a flow may return. */
  returnToOrigins: readonly string[];
  secrets: Secrets;
  cookies: Cookies;
  devices: Devices;
  actors: ActorCache;
  /** Whether accounts can be created without an invitation. */
  openRegistration: boolean;
  /** Other identity providers. */
  oidc: Oidc;
  /** Sends mails. */
  post: Post;
  /** Returns the session of a request, by cookie or header. */
  session(request: FastifyRequest): Promise<SignedInActor | null>;
}

export type SignedInActor = PersonActor & { session: NonNullable<PersonActor["session"]> };

export const doorPath = "/api/.ory";

/** For routes that require no session. */
export const open = { config: { access: "anyone" as const } };

/** The console's screens to which browsers are redirected. */
export const screens = {
  login: "/login",
  registration: "/registration",
  recovery: "/recovery",
  verification: "/verification",
  settings: "/profile-settings",
  error: "/error",
  home: "/",
} as const;

/** Scripts accept JSON; other clients are browsers, which are redirected. */
export const wantsJson = ({ headers }: FastifyRequest) =>
  (headers.accept ?? "").includes("application/json") || (headers["content-type"] ?? "").startsWith("application/json");

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Sends a browser to the error page, which loads the error by its id. */
export const forBrowsers =
  ({ db }: Door, handler: Handler): RouteHandlerMethod =>
  async (request, reply) => {
    if (wantsJson(request)) return handler(request, reply);
    try {
      return await handler(request, reply);
    } catch (error) {
      const found = toProblem(error);
      // Internal errors, throttling and an unavailable database get the same response as in other routes.
      if (found.status >= 500 || found.status === 429) throw error;
      // The error is stored as a row, so it counts towards the limit like a flow.
      await chargeFlow(db, request.ip);
      const { error: reason } = renderProblem(found, "kratos", request.id) as { error: object };
      const { id } = await db
        .insertInto("flow_errors")
        .values({ error: sql`${JSON.stringify(reason)}::jsonb` })
        .returning("id")
        .executeTakeFirstOrThrow();
      return reply.redirect(`${screens.error}?id=${id}`, 303);
    }
  };

/**
 * Returns the session of a request, with the second factor if the account has a second factor; otherwise throws a
 * Problem that explains what to do.
 */
export async function requireSession(door: Door, request: FastifyRequest, returnTo?: string): Promise<SignedInActor> {
  const actor = await door.session(request);
  if (actor === null) throw sessionInactive();
  if (actor.session.needsSecondFactor) throw secondFactorRequired(returnTo);
  return actor;
}

export const sessionInactive = () =>
  new Problem("session_inactive", "There is no active session.", { details: "Sign in to continue." });

/** Parses the query of a route and ignores unknown parameters. */
export function readQuery<S extends z.ZodType>(request: FastifyRequest, schema: S): z.output<S> {
  const result = schema.safeParse(request.query);
  if (result.success) return result.data;
  throw problem.badParts(
    result.error.issues.map(({ path, message }) => ({ path: ["query", ...path].join("."), message })),
  );
}

/** A query parameter that may occur at most once. */
export const once = z.string("must occur only once").optional();
