// Asks a name server for records. Which one may be asked has been judged before.
import { Resolver } from "node:dns/promises";

export interface NameServer {
  resolver: Resolver;
  /** Nobody waits for it any more. */
  close(): void;
}

/** The servers of this machine unless an address is given. */
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
