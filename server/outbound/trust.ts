// Caches TLS contexts with additional certificate authorities. Parsing all the default authorities takes tens of
// milliseconds of CPU time.
import { createHash } from "node:crypto";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import type { TlsTarget } from "./outbound.ts";

const maxContexts = 32;
const kept = new Map<string, SecureContext>();

/** The context with only the default authorities. */
let defaultContext: SecureContext | undefined;

export function trusting({ ca, cert, key }: Pick<TlsTarget, "ca" | "cert" | "key">): SecureContext {
  if (ca === undefined && cert === undefined && key === undefined) return (defaultContext ??= createSecureContext());
  const name = createHash("sha256")
    .update(JSON.stringify([ca, cert, key]))
    .digest("base64");
  const known = kept.get(name);
  const context =
    known ??
    createSecureContext({
      ...(ca === undefined ? {} : { ca: [...getCACertificates("default"), ca] }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    });
  // The most recently used context is last, so the first context can be evicted.
  kept.delete(name);
  kept.set(name, context);
  if (kept.size > maxContexts) kept.delete(kept.keys().next().value!);
  return context;
}
