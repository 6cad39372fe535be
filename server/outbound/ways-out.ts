// The ways out of the running server, one for each degree of trust, with the operator's rules and what is ours to protect.
import type { Env } from "../env.ts";
import { createOutbound } from "./create-outbound.ts";
import { hostText, readHost } from "./host.ts";
import type { OwnService } from "./judge.ts";
import type { Outbound, Trust } from "./outbound.ts";
import { systemLookUp } from "./system-names.ts";

interface Surroundings {
  env: Pick<Env, "allowTargets" | "privateTargets">;
  /** As the driver reads DATABASE_URL: the path of a socket is no place that can be reached from here. */
  database: { host: string; port: number };
  /** Where this process listens; known for sure only once it does. */
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

/** Asked anew each time, because a database may move; and only about targets with the same port. */
const service = (what: string, { host, port }: { host: string; port: number }): OwnService => ({
  what,
  port,
  addresses: async () => {
    const read = readHost(host);
    return "name" in read ? systemLookUp(read.query) : [hostText(read)];
  },
});
