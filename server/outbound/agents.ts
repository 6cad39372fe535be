// Agents for libraries that speak HTTP by themselves: each connection of theirs is one of ours.
import { Agent as HttpAgent } from "../node-http.ts";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import type { Outbound, TlsTarget } from "./outbound.ts";

type Connect = Outbound["connect"];
type Made = (error: Error | null, socket: Duplex) => void;

interface Wanted {
  host?: string | null | undefined;
  port?: number | string | null | undefined;
}

export const agentsOf = (connect: Connect, tls: TlsTarget = {}): ReturnType<Outbound["agents"]> => ({
  http: new (class extends HttpAgent {
    override createConnection(wanted: Wanted, made?: Made) {
      return connectFor(connect, { ...wanted, defaultPort: 80, tls: undefined }, made);
    }
  })(),
  https: new (class extends HttpsAgent {
    override createConnection(wanted: Wanted, made?: Made) {
      return connectFor(connect, { ...wanted, defaultPort: 443, tls }, made);
    }
  })(),
});

function connectFor(
  connect: Connect,
  { host, port, defaultPort, tls }: Wanted & { defaultPort: number; tls: TlsTarget | undefined },
  made: Made | undefined,
): undefined {
  // Node wants to be called back.
  /* oxlint-disable promise/no-callback-in-promise */
  connect({ host: host ?? "", port: Number(port ?? defaultPort), tls }).then(
    (socket) => made?.(null, socket),
    // There is no socket to go with a failure, and nobody looks for one.
    (error: Error) => made?.(error, undefined as never),
  );
  /* oxlint-enable promise/no-callback-in-promise */
}
