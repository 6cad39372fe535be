// Reads network interfaces with their permanent addresses.
import type { Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";
import { onHost } from "./on-host.ts";

/** Virtual interfaces of containers, which disappear with their container. */
const fleeting = /^(?:veth|cali|cilium|lxc|tap|vnet)/;
const temporary = 0x01;

export async function* networkItems(machine: Machine): AsyncGenerator<Scraped> {
  const { addresses } = machine.node;
  const listed = await machine.list("/sys/class/net");
  const shortLived = await temporaryAddresses(machine);
  const names = [...new Set([...listed, ...Object.keys(addresses)])].filter((name) => !fleeting.test(name)).toSorted();
  for (const name of names) {
    const own = addresses[name] ?? [];
    if (name === "lo" || own.some(({ internal }) => internal)) continue;
    const about = async (file: string) => (await machine.read(`/sys/class/net/${name}/${file}`))?.trim();
    const [mac, mtu, state] = await Promise.all(["address", "mtu", "operstate"].map(about));
    // Skips entries that are not interfaces, such as the file bonding_masters.
    if (mtu === undefined && own.length === 0) continue;
    const kept = own.flatMap(({ cidr }) => (cidr === null || shortLived.has(cidr.split("/")[0]!) ? [] : [cidr]));
    const isDown = state === "down" || state === "lowerlayerdown";
    yield onHost(machine, {
      id: `network/${name}`,
      type: "System::NetworkInterface",
      name,
      document: {
        name,
        mac: mac ?? own[0]?.mac ?? null,
        ...(mtu !== undefined && { mtu: Number(mtu) }),
        addresses: [...new Set(kept)].toSorted(),
      },
      status: isDown ? "Down" : "Up",
      // An unplugged interface does not count as a fault.
      health: isDown ? "unknown" : "healthy",
    });
  }
}

/** Returns the IPv6 privacy addresses, which the machine replaces daily. */
async function temporaryAddresses(machine: Machine): Promise<ReadonlySet<string>> {
  const text = (await machine.read("/proc/net/if_inet6")) ?? "";
  return new Set(
    text.split("\n").flatMap((line) => {
      const [address, , , , flags] = line.trim().split(/\s+/);
      if (!address || !(Number.parseInt(flags ?? "0", 16) & temporary)) return [];
      return [addressIn(address)];
    }),
  );
}

/** Converts sixteen bytes in hex to the notation that Node uses. */
const addressIn = (hex: string) => new URL(`http://[${hex.match(/.{4}/g)?.join(":") ?? ""}]`).hostname.slice(1, -1);
