// Resolves a host to the addresses that the rules allow; refused addresses are left out. The name is not looked up
// again afterwards.
import { isIP } from "node:net";
import { hostText, readHost } from "./host.ts";
import { whyAddressRefused, whyNameRefused, type Rules } from "./judge.ts";
import { TargetRefused, type PinnedAddress } from "./outbound.ts";

/** All addresses of a name, in the order to try them. */
export type LookUp = (name: string) => Promise<readonly string[]>;

export interface Resolved {
  /** The host name for certificates and virtual hosts. */
  name: string;
  /** The allowed addresses, at least one. */
  addresses: readonly PinnedAddress[];
}

export async function resolveTarget(
  { rules, lookUp }: { rules: Rules; lookUp: LookUp },
  { host: text, port, signal }: { host: string; port: number; signal: AbortSignal },
): Promise<Resolved> {
  const host = readHost(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new TargetRefused("The port is not a whole number from 1 to 65535.");
  const refused = whyNameRefused(rules, { host, port });
  if (refused !== undefined) throw new TargetRefused(refused);
  const zone = "zone" in host ? `%${host.zone}` : "";
  const found = "name" in host ? await until(signal, lookUp(host.query)) : [host.address];
  const judged = await Promise.all(
    found.map(async (address) => {
      const why = whyAddressRefused(rules, { host, port }, address);
      return { address, why: why instanceof Promise ? await until(signal, why) : why };
    }),
  );
  const addresses = judged
    .filter(({ why }) => why === undefined)
    .map(({ address }): PinnedAddress => ({ address: address + zone, family: isIP(address) === 6 ? 6 : 4 }));
  if (addresses.length === 0) throw new TargetRefused(judged[0]?.why ?? `${hostText(host)} has no address.`);
  return { name: hostText(host), addresses };
}

/** Stops waiting when the signal aborts; the work itself continues. */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason as Error);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([stopped.promise, work]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
