// handle(): one call of an area's contract as a route. It checks access, parses what came in, runs the function and
// types the answer; the same contract yields the OpenAPI document.
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call, CallSchema, Shape } from "#language/call.ts";
import { problem, type BadPart } from "#language/problem.ts";
import type { SpecialAction } from "#language/permissions.ts";
import type { Action, Resource } from "#language/roles.ts";
import { requireAccess } from "../db/policy.ts";
import { createScrubber, type Scrubber } from "../scrub.ts";
import type { Actor } from "./actor.ts";
import { describeCall } from "./openapi.ts";

/** Who may call: anybody (even signed out), anybody signed in, or who may act on the resource. */
export type CallAccess = "anyone" | "signed-in" | { action: Action | SpecialAction; resource: Resource };

export interface CallOptions {
  access: CallAccess;
  /** One line for the API's documentation. */
  summary: string;
  /** Of a POST that only asks: tokens that only read may call it. */
  reads?: boolean;
  /** Status of a successful answer; 200 unless said. */
  status?: number;
  /** Content type of a successful answer that is a text of its own; JSON unless said. */
  type?: string;
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
  /** To be told of every secret that is opened for this call: then none is in what it fails with. */
  scrubber: Scrubber;
}

type SignedIn<S extends CallSchema> = Asked<S> & { actor: Actor };

/**
 * A class for the getter's sake: in an object literal it gives every object a shape of its own, which outlives the
 * request and takes the request with it until the next full collection. That was a third of the time of a small answer.
 */
class AskedCall {
  readonly actor: Actor | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  private gone: AbortController | undefined = undefined;

  constructor(params: unknown, query: unknown, body: unknown, request: FastifyRequest, reply: FastifyReply) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.actor = request.actor;
    this.request = request;
    this.reply = reply;
  }

  /** Not the request's own: that one ends as soon as the body has been read. */
  get signal(): AbortSignal {
    if (this.gone) return this.gone.signal;
    const gone = (this.gone = new AbortController());
    const { raw } = this.reply;
    if (raw.destroyed) gone.abort();
    else raw.once("close", () => raw.writableFinished || gone.abort());
    return gone.signal;
  }

  get scrubber(): Scrubber {
    return (this.request.scrubber ??= createScrubber());
  }
}

export function handle<S extends CallSchema>(
  app: FastifyInstance,
  contract: Call<Shape<S>>,
  schema: S,
  options: CallOptions,
  /** A stream is for who asked to be told while the work goes on: it says itself what it is. */
  answer: (asked: SignedIn<S>) => Promise<z.input<S["answer"]> | Readable> | z.input<S["answer"]>,
): void {
  const { access, reads = false, status = 200, type } = options;
  describeCall(app, contract, schema, options);
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { access: access === "anyone" ? "anyone" : "signed-in", reads },
    // Not async: an answer that is at hand leaves without a round through the microtask queue.
    handler: (request, reply) => {
      const { actor } = request;
      if (access !== "anyone" && access !== "signed-in") requireAccess(actor, access.action, access.resource);
      const asked = new AskedCall(
        parsePart(schema.params, "path", request.params),
        parsePart(schema.query, "query", request.query),
        parsePart(schema.body, "body", request.body),
        request,
        reply,
      );
      // The hook in app.ts lets nobody through without an actor unless access is "anyone".
      const answered = answer(asked as unknown as SignedIn<S>);
      if (type !== undefined) reply.type(type);
      // 200 is what a reply says unless its function said otherwise.
      const send = (body: unknown) => (reply.sent ? reply : (status === 200 ? reply : reply.code(status)).send(body));
      if (answered instanceof Promise) return answered.then(send);
      // Nothing is returned: a reply is a promise to Fastify, and waiting for one costs more than all the rest here.
      send(answered);
      return undefined;
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
