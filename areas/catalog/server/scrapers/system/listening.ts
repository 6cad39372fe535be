// Finds the listening TCP and UDP sockets of this machine, with their processes if these are readable.
import type { Machine } from "./machine.ts";

export interface Listener {
  protocol: "tcp" | "udp";
  port: number;
  addresses: readonly string[];
  /** Undefined if the process cannot be read. */
  program: string | undefined;
  path: string | undefined;
  user: string | undefined;
  pids: readonly number[];
}

interface Socket {
  protocol: Listener["protocol"];
  address: string;
  port: number;
  uid: string;
  inode: string;
}

/** Socket states in /proc/net. An unconnected UDP socket (07) receives from any sender. */
const listening = { tcp: "0A", udp: "07" } as const;
/** Maximum number of processes that are read. */
const maxProcesses = 20_000;

export async function listenersOf(machine: Machine): Promise<Listener[]> {
  const files = (["tcp", "udp"] as const).flatMap((protocol) =>
    ["", "6"].map(async (family) => socketsIn(protocol, await machine.read(`/proc/net/${protocol}${family}`))),
  );
  const sockets = (await Promise.all(files)).flat();
  if (sockets.length === 0) return [];
  const owners = await ownersOf(machine, new Set(sockets.map(({ inode }) => inode)));
  const users = usersIn((await machine.read("/etc/passwd")) ?? "");
  const programs = new Map<number, { program: string; path: string | undefined }>();
  for (const pid of new Set([...owners.values()].flat())) {
    const program = await programOf(machine, pid);
    if (program) programs.set(pid, program);
  }
  const listeners = sockets.map((socket) => {
    const pids = owners.get(socket.inode) ?? [];
    const known = pids.map((pid) => programs.get(pid)).find((program) => program !== undefined);
    return { ...socket, pids, program: known?.program, path: known?.path, user: users.get(socket.uid) ?? socket.uid };
  });
  const same = Map.groupBy(listeners, ({ protocol, program, port }) => `${protocol} ${program ?? ""}\n${port}`);
  return [...same.values()].map((all) => ({
    protocol: all[0]!.protocol,
    port: all[0]!.port,
    addresses: [...new Set(all.map(({ address }) => address))].toSorted(),
    program: all[0]!.program,
    path: all[0]!.path,
    user: all[0]!.user,
    pids: [...new Set(all.flatMap(({ pids }) => pids))].toSorted((a, b) => a - b),
  }));
}

/** Returns the start of the ephemeral port range. */
export async function firstEphemeralPort(machine: Machine): Promise<number> {
  const range = await machine.read("/proc/sys/net/ipv4/ip_local_port_range");
  return Number(range?.trim().split(/\s+/)[0]) || 32_768;
}

function socketsIn(protocol: Listener["protocol"], text = ""): Socket[] {
  return text.split("\n").flatMap((line): Socket[] => {
    const [, local, , state, , , , uid, , inode] = line.trim().split(/\s+/);
    const [address, port] = local?.split(":") ?? [];
    if (state !== listening[protocol] || !address || !port || !uid || !inode) return [];
    return [{ protocol, address: addressIn(address), port: Number.parseInt(port, 16), uid, inode }];
  });
}

/** The kernel prints addresses as little-endian 32-bit words. */
function addressIn(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).toReversed());
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join(".");
  const groups = Array.from({ length: 8 }, (_, index) => bytes.slice(index * 2, index * 2 + 2).join(""));
  const { hostname } = new URL(`http://[${groups.join(":")}]`);
  return hostname.slice(1, -1);
}

/** Returns the pids that hold each socket, by inode. */
async function ownersOf(machine: Machine, wanted: ReadonlySet<string>): Promise<Map<string, number[]>> {
  const owners = new Map<string, number[]>();
  const pids = (await machine.list("/proc")).filter((name) => /^\d+$/.test(name)).slice(0, maxProcesses);
  for (const pid of pids) {
    const files = await machine.list(`/proc/${pid}/fd`);
    const links = await Promise.all(files.map((file) => machine.linkAt(`/proc/${pid}/fd/${file}`)));
    for (const inode of new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link ?? "")?.[1])))
      if (inode !== undefined && wanted.has(inode)) owners.set(inode, [...(owners.get(inode) ?? []), Number(pid)]);
  }
  return owners;
}

async function programOf(machine: Machine, pid: number) {
  const path = (await machine.linkAt(`/proc/${pid}/exe`))?.replace(/ \(deleted\)$/, "");
  const name = path?.split("/").at(-1) || (await machine.read(`/proc/${pid}/comm`))?.trim();
  return name ? { program: name, path } : undefined;
}

const usersIn = (passwd: string): ReadonlyMap<string, string> =>
  new Map(
    passwd.split("\n").flatMap((line) => {
      const [name, , uid] = line.split(":");
      return name && uid ? [[uid, name] as const] : [];
    }),
  );
