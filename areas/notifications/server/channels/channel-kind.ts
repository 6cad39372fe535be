// A channel as a kind of the family `channel`: the console builds the form of a rule's properties from `spec`.
import type { z } from "zod";
import { text } from "#server/spec/parts.ts";
import type { Kind } from "#server/kinds.ts";
import { type Address, type Channel, DeliveryFailure } from "./channel.ts";

export interface ChannelKind extends Channel, Kind<z.ZodObject> {
  family: "channel";
  /** The properties that a rule can set; they override those of the connection. */
  spec: z.ZodObject;
  /** Other names of the service, as schemes of URLs and as prefixes of properties. */
  aliases: readonly string[];
  /** A problem stays open in the service until its recovery is sent. */
  keepsAlerts?: true;
}

export const defineChannel = (
  channel: Omit<ChannelKind, "family" | "aliases"> & { aliases?: readonly string[] },
): ChannelKind => ({ family: "channel", aliases: [], ...channel });

export const property = (label: string, description?: string) =>
  text.optional().meta({ label, ...(description === undefined ? {} : { description }) });

/** Property names are not case-sensitive, as in the URLs of services. */
export function propertyOf(
  { properties }: Pick<Address, "properties">,
  ...names: readonly string[]
): string | undefined {
  for (const name of names)
    for (const [key, value] of Object.entries(properties))
      if (key.toLowerCase() === name.toLowerCase() && value.trim() !== "") return value.trim();
  return undefined;
}

/** Returns a value without which nothing can be sent. */
export function required(value: string | undefined, label: string): string {
  if (value !== undefined && value.trim() !== "") return value.trim();
  throw new DeliveryFailure(`${label} is empty. Fill it in.`, { isFinal: true });
}

/** "a, b" as a list. */
export const listIn = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Select the server. A rule must not send the credentials of a connection to another one. */
const serverKeys = new Set(["host", "port", "workflow", "encryptionmethod", "authmethod"]);

/**
 * Applies the properties of a rule: `channel` applies to every service, `slack.channel` to Slack only and has priority.
 */
export function withProperties(
  { type, aliases }: Pick<ChannelKind, "type" | "aliases">,
  address: Address,
  properties: Readonly<Record<string, string>>,
): Address {
  // The same address, so that channels can keep what they derive from it.
  if (Object.keys(properties).length === 0) return address;
  const prefixes = [type, ...aliases].map((name) => `${name}.`);
  const own = Object.entries(properties).flatMap(([key, value]) => {
    const prefix = prefixes.find((start) => key.toLowerCase().startsWith(start));
    return prefix === undefined ? [] : [[key.slice(prefix.length), value] as const];
  });
  const common = Object.entries(properties).filter(([key]) => !/^[a-z_]+\./i.test(key));
  const applied: Record<string, string> = { ...address.properties };
  for (const [key, value] of [...common, ...own]) {
    if (serverKeys.has(key.toLowerCase())) continue;
    for (const known of Object.keys(applied)) if (known.toLowerCase() === key.toLowerCase()) delete applied[known];
    applied[key] = value;
  }
  return { ...address, properties: applied };
}
