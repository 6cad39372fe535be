// Addresses. Nothing here asks a name server or opens a connection: that is the business of checks.
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { ExpressionFault } from "../fault.ts";
import type { LibraryFunction } from "./function.ts";

function network(text: string): { list: BlockList; family: "ipv4" | "ipv6" } {
  const [address = "", length] = text.split("/");
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  const bits = Number(length);
  if (isIP(address) === 0 || length === undefined || !/^\d{1,3}$/.test(length) || bits > (family === "ipv4" ? 32 : 128))
    throw new ExpressionFault(`${JSON.stringify(text)} is not a network such as 10.0.0.0/8.`);
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return { list, family };
}

function contains(cidr: string, address: string): boolean {
  const { list, family } = network(cidr);
  if (isIP(address) === 0) throw new ExpressionFault(`${JSON.stringify(address)} is not an address such as 10.1.2.3.`);
  return (isIPv4(address) ? "ipv4" : "ipv6") === family && list.check(address, family);
}

const is = (name: string, says: string, call: (text: string) => boolean): LibraryFunction => ({
  name: `net.${name}`,
  takes: ["string"],
  gives: "bool",
  says,
  call,
});

export const addresses: readonly LibraryFunction[] = [
  {
    name: "net.ContainsCIDR",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a network has an address",
    call: contains,
  },
  is("IsValidIP", "Whether a text is an address", (text) => isIP(text) !== 0),
  is("IsIPv4", "Whether a text is an address of version 4", isIPv4),
  is("IsIPv6", "Whether a text is an address of version 6", isIPv6),
];
