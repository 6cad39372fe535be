// Network interfaces with the addresses that stay.
import type { Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";
import { onHost } from "./on-host.ts";

/** One end of a container's way out, there as long as the container is. */
const fleeting = /^(?:veth|cali|cilium|lxc|tap|vnet)/;
const temporary = 0x01;

export async function* networkItems(machine: Machine): AsyncGenerator<Scraped> {
  const { addresses } = machine.node;
  const listed = await machine.list("/sys/class/net");
  const passing = await temporaryAddresses(machine);
  const names = [...new Set([...listed, ...Object.keys(addresses)])].filter((name) => !fleeting.test(name)).toSorted();
  for (const name of names) {
    const own = addresses[name] ?? [];
    if (name === "lo" || own.some(({ internal }) => internal)) continue;
    const about = async (file: string) => (await machine.read(`/sys/class/net/${name}/${file}`))?.trim();
    const [mac, mtu, state] = await Promise.all(["address", "mtu", "operstate"].map(about));
    // What is no interface at all: bonding_masters is a file.
    if (mtu === undefined && own.length === 0) continue;
    const kept = own.flatMap(({ cidr }) => (cidr === null || passing.has(cidr.split("/")[0]!) ? [] : [cidr]));
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
      // One that nothing is plugged into is no fault.
      health: isDown ? "unknown" : "healthy",
    });
  }
}

/** IPv6 addresses that the machine makes up for a day. */
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

/** Sixteen bytes in hex, as Node prints the same address. */
const addressIn = (hex: string) => new URL(`http://[${hex.match(/.{4}/g)?.join(":") ?? ""}]`).hostname.slice(1, -1);
