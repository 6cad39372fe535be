// The signing keys of the hosted identity service (JWKS). They are requested again for an unknown key id, because the
// service rotates its keys, and regularly, so that a withdrawn key stops working.
import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { problem } from "#language/problem.ts";
import type { Outbound } from "#server/outbound/outbound.ts";

const key = z.object({
  kty: z.string(),
  kid: z.string(),
  use: z.string().optional(),
  n: z.string().default(""),
  e: z.string().default(""),
});
const keySet = z.object({ keys: z.array(key).max(100) });

const keptMs = 10 * 60_000;
/** Anyone can send tokens with unknown key ids, so these requests are limited. */
const pauseMs = 2_000;

export type FindKey = (kid: string) => Promise<KeyObject | undefined>;

export function createKeys(outbound: Outbound, issuer: string, now: () => number = Date.now): FindKey {
  let known: ReadonlyMap<string, KeyObject> = new Map();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    triedAt = now();
    try {
      const answer = await outbound.fetch(`${issuer}/.well-known/jwks.json`, {
        maxBytes: 1024 * 1024,
        maxRedirects: 0,
      });
      if (answer.status !== 200) throw new Error(`the identity service returned ${answer.status} for its keys`);
      const { keys } = keySet.parse(answer.json());
      const usable = keys.filter(({ kty, use = "sig" }) => kty === "RSA" && use === "sig");
      known = new Map(
        usable.map(({ kid, kty, n, e }) => [kid, createPublicKey({ key: { kty, n, e }, format: "jwk" })]),
      );
      loadedAt = now();
    } catch (cause) {
      throw problem.unavailable("The keys of the identity service cannot be loaded.", { retryAfter: 5, cause });
    }
  }

  return async (kid) => {
    const isFresh = now() - loadedAt < keptMs;
    if (isFresh && (known.has(kid) || now() - triedAt < pauseMs)) return known.get(kid);
    // Concurrent requests share one request for the keys.
    await (loading ??= load().finally(() => (loading = undefined)));
    return known.get(kid);
  };
}
