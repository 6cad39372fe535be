// Lists services of this machine, by program and port. Ephemeral ports are not stable addresses: a program that listens
// on such ports is one item without its ports. UDP sockets on ephemeral ports are left out, because they may belong to
// clients.
import type { Scraped } from "../../scrape/found.ts";
import { firstEphemeralPort, listenersOf, type Listener } from "./listening.ts";
import type { Machine } from "./machine.ts";
import { onHost } from "./on-host.ts";

export async function* serviceItems(machine: Machine): AsyncGenerator<Scraped> {
  const first = await firstEphemeralPort(machine);
  const listeners = await listenersOf(machine);
  for (const listener of listeners.filter(({ port }) => port < first).toSorted((a, b) => a.port - b.port))
    yield serviceItem(machine, listener);
  const others = listeners.filter(
    ({ protocol, port, program }) => protocol === "tcp" && port >= first && program !== undefined,
  );
  const byProgram = Map.groupBy(others, ({ program, path, user }) => [path ?? program, user].join(" of "));
  for (const [key, same] of byProgram) yield ephemeralServiceItem(machine, key, same);
}

function serviceItem(machine: Machine, { protocol, port, addresses, program, path, user, pids }: Listener): Scraped {
  const name = program === undefined ? `${protocol}/${port}` : `${program}:${port}${protocol === "udp" ? "/udp" : ""}`;
  return onHost(machine, {
    id: `service/${name}`,
    type: "System::Service",
    name,
    document: {
      ...(program !== undefined && { program }),
      ...(path !== undefined && { path }),
      protocol,
      port,
      addresses,
      ...(user !== undefined && { user }),
    },
    ...listeningAs(pids),
  });
}

function ephemeralServiceItem(machine: Machine, key: string, all: readonly Listener[]): Scraped {
  const { program, path, user } = all[0]!;
  return onHost(machine, {
    id: `service/${key}`,
    type: "System::Service",
    name: program!,
    document: {
      program: program!,
      ...(path !== undefined && { path }),
      protocol: "tcp",
      port: "any",
      ...(user !== undefined && { user }),
    },
    ...listeningAs(all.flatMap(({ pids }) => pids)),
  });
}

const maxPids = 5;

function listeningAs(pids: readonly number[]): Pick<Scraped, "status" | "health" | "properties"> {
  const all = [...new Set(pids)].toSorted((a, b) => a - b);
  const text = `${all.slice(0, maxPids).join(", ")}${all.length > maxPids ? ` and ${all.length - maxPids} more` : ""}`;
  return {
    status: "Listening",
    health: "healthy",
    properties: all.length === 0 ? [] : [{ name: "pid", label: "Process", text }],
  };
}
