// Whom TLS trusts beside the well-known authorities. To read all of those anew takes tens of milliseconds of the processor, so
// that what was read last is kept.
import { createHash } from "node:crypto";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import type { TlsTarget } from "./outbound.ts";

const most = 32;
const kept = new Map<string, SecureContext>();

/** Nobody is trusted but the well-known. */
let usual: SecureContext | undefined;

export function trusting({ ca, cert, key }: Pick<TlsTarget, "ca" | "cert" | "key">): SecureContext {
  if (ca === undefined && cert === undefined && key === undefined) return (usual ??= createSecureContext());
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
  // The one that was used last stands last.
  kept.delete(name);
  kept.set(name, context);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  return context;
}
