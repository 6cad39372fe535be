// The outbound interfaces of the running server, one per degree of trust, with the rules of the operator and the
// services to protect.
import type { AllowedTarget } from "./allowed-targets.ts";
import { createOutbound } from "./create-outbound.ts";
import { hostText, readHost } from "./host.ts";
import type { OwnService, PrivateTargets } from "./judge.ts";
import type { Outbound, Trust } from "./outbound.ts";
import { systemLookUp } from "./system-names.ts";

interface Surroundings {
  env: { allowTargets: readonly AllowedTarget[]; privateTargets: PrivateTargets };
  /**
   * The host and port from DATABASE_URL, parsed in the same way as the driver. A socket path is not reachable over the
   * network, so it needs no protection.
   */
  database: { host: string; port: number };
  /** The ports that this process listens on; known only once it listens. */
  ownPorts: () => readonly number[];
}

export function createWaysOut({ env, database, ownPorts }: Surroundings): (trust: Trust) => Outbound {
  const ownServices = database.host.startsWith("/") ? [] : [service("Quarterdeck's own database", database)];
  const rules = { allowed: env.allowTargets, privateTargets: env.privateTargets, ownServices, ownPorts };
  const ways: Readonly<Record<Trust, Outbound>> = {
    system: createOutbound({ ...rules, trust: "system" }),
    operator: createOutbound({ ...rules, trust: "operator" }),
    anyone: createOutbound({ ...rules, trust: "anyone" }),
  };
  return (trust) => ways[trust];
}

/**
 * Describes a service. Its addresses are looked up again for each decision, because a database may move, and only for
 * targets with the same port.
 */
const service = (what: string, { host, port }: { host: string; port: number }): OwnService => ({
  what,
  port,
  addresses: async () => {
    const read = readHost(host);
    return "name" in read ? systemLookUp(read.query) : [hostText(read)];
  },
});
