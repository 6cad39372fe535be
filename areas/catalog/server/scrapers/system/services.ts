// What can be connected to on this machine, by program and port. Ports that the system hands out to whoever asks for any are no
// address that anybody knows: a program that listens there is told once, without them. With UDP it may as well only have asked.
import type { Scraped } from "../../scrape/found.ts";
import { firstFleetingPort, listenersOf, type Listener } from "./listening.ts";
import type { Machine } from "./machine.ts";
import { onHost } from "./on-host.ts";

export async function* serviceItems(machine: Machine): AsyncGenerator<Scraped> {
  const first = await firstFleetingPort(machine);
  const listeners = await listenersOf(machine);
  for (const listener of listeners.filter(({ port }) => port < first).toSorted((one, other) => one.port - other.port))
    yield fixed(machine, listener);
  const others = listeners.filter(
    ({ protocol, port, program }) => protocol === "tcp" && port >= first && program !== undefined,
  );
  const byProgram = Map.groupBy(others, ({ program, path, user }) => [path ?? program, user].join(" of "));
  for (const [key, same] of byProgram) yield fleeting(machine, key, same);
}

function fixed(machine: Machine, { protocol, port, addresses, program, path, user, pids }: Listener): Scraped {
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

function fleeting(machine: Machine, key: string, all: readonly Listener[]): Scraped {
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

const mostPids = 5;

function listeningAs(pids: readonly number[]): Pick<Scraped, "status" | "health" | "properties"> {
  const all = [...new Set(pids)].toSorted((one, other) => one - other);
  const text = `${all.slice(0, mostPids).join(", ")}${all.length > mostPids ? ` and ${all.length - mostPids} more` : ""}`;
  return {
    status: "Listening",
    health: "healthy",
    properties: all.length === 0 ? [] : [{ name: "pid", label: "Process", text }],
  };
}
