// Compresses responses of more than a kilobyte for clients that accept it. Compression runs in the thread pool, so that
// a large response does not block other requests. Streams are not compressed here; their senders decide (the build
// compresses the console's files).
import { callbackify, promisify } from "node:util";
import type { FastifyInstance, FastifyReply } from "fastify";
import { brotliCompress, constants, gzip, type InputType } from "node:zlib";
import { compressedForms } from "./constant-answer.ts";

type Encoding = "br" | "gzip";

/** Minimum size in bytes. Compressing shorter responses is not worthwhile. */
const minLength = 1024;

const compressible = /^(?:text\/|image\/svg|application\/(?:.*\+)?(?:json|javascript|xml|yaml))/;

export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!isWorthIt(payload) || request.method === "HEAD" || !mayCompress(reply)) return done(null, payload);
    vary(reply);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding === undefined) return done(null, payload);
    compressInto(encoding, payload, (error, compressed) => {
      if (error) return done(error);
      reply.header("content-encoding", encoding).header("content-length", compressed.length);
      done(null, compressed);
    });
  });
}

/** Returns the compressed form; responses that many requests share are compressed once. */
function compressedForm(encoding: Encoding, payload: string | Buffer): Promise<Buffer> {
  const forms = typeof payload === "string" ? undefined : compressedForms.get(payload);
  const known = forms?.get(encoding);
  if (known) return known;
  const compressed = compress[encoding](payload);
  forms?.set(encoding, compressed);
  return compressed;
}

const compressInto = callbackify(compressedForm);

const isWorthIt = (payload: unknown): payload is string | Buffer =>
  (typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length >= minLength;

function mayCompress(reply: FastifyReply): boolean {
  if (reply.hasHeader("content-encoding")) return false;
  const type = reply.getHeader("content-type");
  return typeof type === "string" && compressible.test(type);
}

function vary(reply: FastifyReply): void {
  const existing = reply.getHeader("vary");
  reply.header("vary", existing === undefined ? "accept-encoding" : `${String(existing)}, accept-encoding`);
}

const [inBrotli, inGzip] = [promisify(brotliCompress), promisify(gzip)];

const compress: Record<Encoding, (input: InputType) => Promise<Buffer>> = {
  // Quality 4 takes as long as gzip and saves a tenth more; the default of 11 takes fifty times as long.
  br: (input) => inBrotli(input, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (input) => inGzip(input),
};

/** Returns the encoding with the highest weight; a weight of 0 means that the client refuses it. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = (["br", "gzip"] as const).toSorted((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}
