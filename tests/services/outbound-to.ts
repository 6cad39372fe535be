// Outbound connections that lead to simulated services; also for a product in another process.
import { createOutbound } from "../../server/outbound/create-outbound.ts";
import type { Outbound, TlsTarget } from "../../server/outbound/outbound.ts";

/** The simulated hosts and the ports of their servers, as plain data. */
export interface Way {
  names: readonly string[];
  ports: Readonly<Record<"https:" | "http:", number>>;
  ca?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The names of simulated hosts resolve to this machine; all other names are resolved as usual. */
export function outboundTo({ names, ports, ca, headers }: Way): Outbound {
  const out = createOutbound();
  const tlsFor = (host: string, tls: TlsTarget = {}): TlsTarget => ({
    ...tls,
    servername: tls.servername ?? host,
    ca: tls.ca ?? ca,
  });
  return {
    ...out,
    fetch(url, options = {}) {
      const at = new URL(url);
      if (!names.includes(at.hostname)) return out.fetch(url, options);
      const to = new URL(at);
      to.hostname = "127.0.0.1";
      to.port = String(ports[at.protocol as keyof Way["ports"]]);
      return out.fetch(to, {
        ...options,
        headers: { ...options.headers, ...headers, host: at.host },
        ...(at.protocol === "https:" ? { tls: tlsFor(at.hostname, options.tls) } : {}),
      });
    },
    connect(target) {
      if (!names.includes(target.host)) return out.connect(target);
      const port = ports[target.tls ? "https:" : "http:"];
      return out.connect({
        ...target,
        host: "127.0.0.1",
        port,
        ...(target.tls ? { tls: tlsFor(target.host, target.tls) } : {}),
      });
    },
  };
}
