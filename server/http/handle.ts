// Mounts one call of an area's contract as a route: handle() checks access, parses the input, runs the function and
// types the response. The OpenAPI document is generated from the same contracts.
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call, CallSchema, Shape } from "#language/call.ts";
import { problem, type BadPart } from "#language/problem.ts";
import { requireAccess } from "../db/policy.ts";
import { createScrubber, type Scrubber } from "../scrub/scrub.ts";
import type { Actor } from "./actor.ts";
import type { CallOptions } from "./call-options.ts";
import { describeCall } from "./openapi.ts";

type Parsed<S extends CallSchema, Part extends "params" | "query" | "body"> = S[Part] extends z.ZodType
  ? z.output<S[Part]>
  : undefined;

export interface CallContext<S extends CallSchema> {
  params: Parsed<S, "params">;
  query: Parsed<S, "query">;
  body: Parsed<S, "body">;
  /** The actor; null only if access is "anyone" or "optional". */
  actor: Actor | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Register every secret that is decrypted for this call, so that it is removed from error messages. */
  scrubber: Scrubber;
}

type SignedIn<S extends CallSchema> = CallContext<S> & { actor: Actor };

/**
 * This is a class because of the getter: in an object literal it would give every object its own hidden class, which
 * outlives the request and retains it until the next full garbage collection. That took a third of the time of a small
 * response.
 */
class RequestContext {
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

  /** This is not the request's own signal, which aborts as soon as the body has been read. */
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
  /**
   * Returns the response, or a stream that reports progress while the work runs; the stream sets its own content type.
   */
  answer: (context: SignedIn<S>) => Promise<z.input<S["answer"]> | Readable> | z.input<S["answer"]>,
): void {
  const { access, reads = false, status = 200, type, bodyLimit } = options;
  describeCall(app, contract, schema, options);
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { access: typeof access === "string" ? access : "signed-in", reads },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    // The handler is not async, so that a synchronous response is sent without a round through the microtask queue.
    handler: (request, reply) => {
      const { actor } = request;
      if (typeof access !== "string") requireAccess(actor, access.action, access.resource);
      const context = new RequestContext(
        parsePart(schema.params, "path", request.params),
        parsePart(schema.query, "query", request.query),
        parsePart(schema.body, "body", request.body),
        request,
        reply,
      );
      // The hook in app.ts rejects requests without an actor, unless access is "anyone" or "optional".
      const answered = answer(context as unknown as SignedIn<S>);
      if (type !== undefined) reply.type(type);
      // 200 is Fastify's default, so it is only set when it differs.
      const send = (body: unknown) => (reply.sent ? reply : (status === 200 ? reply : reply.code(status)).send(body));
      if (answered instanceof Promise) return answered.then(send);
      // The handler returns nothing, because Fastify treats a reply as a promise, and awaiting it costs more than the
      // rest of this function.
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
    return issue.keys.map((key) => ({ path: `${path}.${key}`, message: "unknown field" }));
  return [{ path, message: issue.message }];
}
