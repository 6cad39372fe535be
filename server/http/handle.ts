// handle(): one call of an area's contract as a route. It checks access, parses what came in, runs the function and
// types the answer; the same contract yields the OpenAPI document.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call, CallSchema, Shape } from "#language/call.ts";
import { problem, type BadPart } from "#language/problem.ts";
import type { Action, Resource } from "#language/roles.ts";
import { requireAccess } from "../db/policy.ts";
import type { Actor } from "./actor.ts";
import { describeCall } from "./openapi.ts";

/** Who may call: anybody (even signed out), anybody signed in, or who may act on the resource. */
export type CallAccess = "anyone" | "signed-in" | { action: Action; resource: Resource };

export interface CallOptions {
  access: CallAccess;
  /** One line for the API's documentation. */
  summary: string;
  /** Status of a successful answer; 200 unless said. */
  status?: number;
}

type Parsed<S extends CallSchema, Part extends "params" | "query" | "body"> = S[Part] extends z.ZodType
  ? z.output<S[Part]>
  : undefined;

export interface Asked<S extends CallSchema> {
  params: Parsed<S, "params">;
  query: Parsed<S, "query">;
  body: Parsed<S, "body">;
  /** Null only where access is "anyone". */
  actor: Actor | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Ends when the caller goes away. */
  signal: AbortSignal;
}

type SignedIn<S extends CallSchema> = Asked<S> & { actor: Actor };

export function handle<S extends CallSchema>(
  app: FastifyInstance,
  contract: Call<Shape<S>>,
  schema: S,
  options: CallOptions,
  answer: (asked: SignedIn<S>) => Promise<z.input<S["answer"]>> | z.input<S["answer"]>,
): void {
  const { access, status = 200 } = options;
  describeCall(app, contract, schema, options);
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { access: access === "anyone" ? "anyone" : "signed-in" },
    // Not async: an answer that is at hand leaves without a round through the microtask queue.
    handler: (request, reply) => {
      const { actor } = request;
      if (access !== "anyone" && access !== "signed-in") requireAccess(actor, access.action, access.resource);
      const asked = {
        params: parsePart(schema.params, "path", request.params),
        query: parsePart(schema.query, "query", request.query),
        body: parsePart(schema.body, "body", request.body),
        actor,
        request,
        reply,
        get signal() {
          return request.signal;
        },
      };
      // The hook in app.ts lets nobody through without an actor unless access is "anyone".
      const answered = answer(asked as SignedIn<S>);
      const send = (body: unknown) => (reply.sent ? reply : reply.code(status).send(body));
      return answered instanceof Promise ? answered.then(send) : send(answered);
    },
  });
}

function parsePart(schema: z.ZodType | undefined, part: string, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw problem.badParts(result.error.issues.flatMap((issue) => badParts(issue, part)));
}

function badParts(issue: z.core.$ZodIssue, part: string): BadPart[] {
  const path = [part, ...issue.path].join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: `${path}.${key}`, message: "is not known here" }));
  return [{ path, message: issue.message }];
}
