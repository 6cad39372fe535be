// Queries a name server. The caller has already checked that the server may be used.
import { Resolver } from "node:dns/promises";

export interface NameServer {
  resolver: Resolver;
  /** Cancels pending queries. */
  close(): void;
}

/** Opens a resolver. It uses the name servers of this machine if no address is passed. */
export function openNameServer(
  at: { address: string; family: 4 | 6; port: number } | undefined,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): NameServer {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (at) resolver.setServers([`${at.family === 6 ? `[${at.address}]` : at.address}:${at.port}`]);
  const stop = () => resolver.cancel();
  signal.addEventListener("abort", stop, { once: true });
  return {
    resolver,
    close() {
      signal.removeEventListener("abort", stop);
      resolver.cancel();
    },
  };
}
