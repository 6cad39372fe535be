// HTTP agents for libraries with their own HTTP client. Every connection they open goes through Outbound.
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { Agent as HttpAgent } from "./exchange.ts";
import type { Outbound, TlsTarget } from "./outbound.ts";

type Connect = Outbound["connect"];
type Callback = (error: Error | null, socket: Duplex) => void;

interface Wanted {
  host?: string | null | undefined;
  port?: number | string | null | undefined;
}

export const agentsOf = (connect: Connect, tls: TlsTarget = {}): ReturnType<Outbound["agents"]> => ({
  http: new (class extends HttpAgent {
    override createConnection(wanted: Wanted, callback?: Callback) {
      return connectFor(connect, { ...wanted, defaultPort: 80, tls: undefined }, callback);
    }
  })(),
  https: new (class extends HttpsAgent {
    override createConnection(wanted: Wanted, callback?: Callback) {
      return connectFor(connect, { ...wanted, defaultPort: 443, tls }, callback);
    }
  })(),
});

function connectFor(
  connect: Connect,
  { host, port, defaultPort, tls }: Wanted & { defaultPort: number; tls: TlsTarget | undefined },
  callback: Callback | undefined,
): undefined {
  // Node's agent API takes a callback.
  /* oxlint-disable promise/no-callback-in-promise */
  connect({ host: host ?? "", port: Number(port ?? defaultPort), tls }).then(
    (socket) => callback?.(null, socket),
    // Node ignores the socket argument when there is an error.
    (error: Error) => callback?.(error, undefined as never),
  );
  /* oxlint-enable promise/no-callback-in-promise */
}
