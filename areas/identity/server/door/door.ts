// What the routes under /api/.ory share: who asks, and how an answer leaves for a script or for a browser that follows
// links and submits plain forms.
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
import { secondFactorRequired } from "../second-step.ts";
import { chargeFlow } from "../throttle.ts";

export interface Door {
  db: Kysely<DB>;
  log: Log;
  publicUrl: string;
  /** Other hosts under which a request may ask for a mail. */
  allowedHosts: readonly string[];
  /** Other sites that one may return to. */
  returnToOrigins: readonly string[];
  secrets: Secrets;
  cookies: Cookies;
  devices: Devices;
  actors: ActorCache;
  /** Whether accounts are made without an invitation. */
  openRegistration: boolean;
  /** Other identity providers. */
  oidc: Oidc;
  /** How letters are sent. */
  post: Post;
  /** The session that a request carries, by cookie or header. */
  session(request: FastifyRequest): Promise<SignedInActor | null>;
}

export type SignedInActor = PersonActor & { session: NonNullable<PersonActor["session"]> };

export const doorPath = "/api/.ory";

/** For routes that nobody needs to be signed in for. */
export const open = { config: { access: "anyone" as const } };

/** The console's screens that a browser is sent to. */
export const screens = {
  login: "/login",
  registration: "/registration",
  recovery: "/recovery",
  verification: "/verification",
  settings: "/profile-settings",
  error: "/error",
  home: "/",
} as const;

/** Scripts say that they take JSON; whoever does not is a browser that wants to be led somewhere. */
export const wantsJson = ({ headers }: FastifyRequest) =>
  (headers.accept ?? "").includes("application/json") || (headers["content-type"] ?? "").startsWith("application/json");

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** What fails for a browser ends on the error page, which reads the reason by its id. */
export const forBrowsers =
  ({ db }: Door, handler: Handler): RouteHandlerMethod =>
  async (request, reply) => {
    if (wantsJson(request)) return handler(request, reply);
    try {
      return await handler(request, reply);
    } catch (error) {
      const found = toProblem(error);
      // A defect or a database that is away is answered as everywhere else.
      if (found.status >= 500 || found.status === 429) throw error;
      // The reason costs a row, as a form does.
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

/** The session of a request, if it is good enough for the person's account; a Problem that says what to do otherwise. */
export async function requireSession(door: Door, request: FastifyRequest, returnTo?: string): Promise<SignedInActor> {
  const actor = await door.session(request);
  if (actor === null) throw sessionInactive();
  if (actor.session.needsSecondFactor) throw secondFactorRequired(returnTo);
  return actor;
}

export const sessionInactive = () =>
  new Problem("session_inactive", "There is no active session.", { details: "Sign in to continue." });

/** Reads the query of a route; what it does not name is none of its business. */
export function readQuery<S extends z.ZodType>(request: FastifyRequest, schema: S): z.output<S> {
  const result = schema.safeParse(request.query);
  if (result.success) return result.data;
  throw problem.badParts(
    result.error.issues.map(({ path, message }) => ({ path: ["query", ...path].join("."), message })),
  );
}

/** A query parameter that is there at most once. */
export const once = z.string("must be given once").optional();
