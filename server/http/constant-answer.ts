// A large response that many requests share. It is created once, compressed once per encoding, and sent with an ETag,
// so that clients that already have it get a 304. The caller decides how long it is valid and for which requests.
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface ConstantAnswer {
  body: Buffer;
  etag: string;
}

/** Compressed forms by encoding, filled by compression.ts. Other buffers are compressed for each request. */
export const compressedForms = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

export function constantAnswer(text: string): ConstantAnswer {
  const body = Buffer.from(text);
  compressedForms.set(body, new Map());
  return { body, etag: `W/"${createHash("sha256").update(body).digest("base64url")}"` };
}

/** Clients may cache the response but must revalidate it each time. */
export const constantHeaders = ({ etag }: ConstantAnswer) => ({ etag, "cache-control": "private, no-cache" });

export const isKnownTo = (request: FastifyRequest, { etag }: ConstantAnswer): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((tag) => [etag, "*"].includes(tag.trim()));

/** Sets status and headers. Returns the body to send, or undefined if the client already has it. */
export function constantBody(request: FastifyRequest, reply: FastifyReply, answer: ConstantAnswer): Buffer | undefined {
  reply.headers(constantHeaders(answer));
  if (!isKnownTo(request, answer)) return answer.body;
  void reply.code(304);
  return undefined;
}
