// Fetches the public keys of a token issuer (JWKS) and caches them.
import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { problem } from "#language/problem.ts";
import type { Outbound } from "#server/outbound/outbound.ts";

export interface IssuerKey {
  id: string | undefined;
  type: string;
  algorithm: string | undefined;
  key: KeyObject;
}

const cachedMs = 10 * 60_000;
/** A token with an unknown key id triggers a new fetch, but at most once in this interval. */
const minFetchMs = 60_000;
const maxIssuers = 200;
const maxBytes = 512 * 1024;

interface Entry {
  at: number;
  keys: Promise<readonly IssuerKey[]>;
}

export class IssuerKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the keys that may have signed a token with this key id. */
  async keysFor(uri: string, id: string | undefined, outbound: Outbound): Promise<readonly IssuerKey[]> {
    const fitting = (keys: readonly IssuerKey[]) => keys.filter((key) => id === undefined || key.id === id);
    const found = fitting(await this.#keys(uri, cachedMs, outbound));
    // The issuer may have added a new key.
    return found.length > 0 ? found : fitting(await this.#keys(uri, minFetchMs, outbound));
  }

  #keys(uri: string, maxAgeMs: number, outbound: Outbound): Promise<readonly IssuerKey[]> {
    const cached = this.#entries.get(uri);
    if (cached && this.#now() - cached.at < maxAgeMs) return cached.keys;
    const entry = { at: this.#now(), keys: fetchKeys(uri, outbound) };
    entry.keys.catch(() => {
      if (this.#entries.get(uri) === entry) this.#entries.delete(uri);
    });
    if (!cached && this.#entries.size >= maxIssuers) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(uri, entry);
    return entry.keys;
  }
}

async function fetchKeys(uri: string, outbound: Outbound): Promise<readonly IssuerKey[]> {
  let document: unknown;
  try {
    const answer = await outbound.fetch(uri, { headers: { accept: "application/json" }, maxBytes });
    if (answer.status !== 200) throw new Error(`The response has the status ${answer.status}.`);
    document = answer.json();
  } catch (error) {
    throw problem.unavailable("The keys of the token issuer could not be loaded.", { cause: error });
  }
  const { keys } = (document ?? {}) as { keys?: unknown };
  return Array.isArray(keys) ? keys.flatMap(readKey) : [];
}

/** Skips keys that are not for signatures or are invalid. */
function readKey(document: unknown): IssuerKey[] {
  if (typeof document !== "object" || document === null) return [];
  const jwk = document as JsonWebKey & { kid?: unknown; alg?: unknown; use?: unknown };
  if (typeof jwk.kty !== "string" || jwk.kty === "oct" || (jwk.use !== undefined && jwk.use !== "sig")) return [];
  try {
    const key = createPublicKey({ key: jwk, format: "jwk" });
    const id = typeof jwk.kid === "string" ? jwk.kid : undefined;
    return [{ id, type: jwk.kty, algorithm: typeof jwk.alg === "string" ? jwk.alg : undefined, key }];
  } catch {
    return [];
  }
}
