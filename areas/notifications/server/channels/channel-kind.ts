// Defines a channel as a kind of the family `channel`. The console builds the form for a rule's properties from `spec`.
import type { z } from "zod";
import { text } from "#server/spec/parts.ts";
import type { Kind } from "#server/kinds.ts";
import { type Address, type Channel, DeliveryFailure } from "./channel.ts";

export interface ChannelKind extends Channel, Kind<z.ZodObject> {
  family: "channel";
  /** The properties that a rule can set; they override the properties of the connection. */
  spec: z.ZodObject;
  /** Other names of the service, used as URL schemes and as property prefixes. */
  aliases: readonly string[];
  /** Whether a problem stays open in the service until its recovery is sent. */
  keepsAlerts?: true;
}

export const defineChannel = (
  channel: Omit<ChannelKind, "family" | "aliases"> & { aliases?: readonly string[] },
): ChannelKind => ({ family: "channel", aliases: [], ...channel });

export const property = (label: string, description?: string) =>
  text.optional().meta({ label, ...(description === undefined ? {} : { description }) });

/** Property names are not case-sensitive, as in service URLs. */
export function propertyOf(
  { properties }: Pick<Address, "properties">,
  ...names: readonly string[]
): string | undefined {
  for (const name of names)
    for (const [key, value] of Object.entries(properties))
      if (key.toLowerCase() === name.toLowerCase() && value.trim() !== "") return value.trim();
  return undefined;
}

/** Returns a required value. Throws if it is missing. */
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

/** These properties select the server. A rule must not send the credentials of a connection to another server. */
const serverKeys = new Set(["host", "port", "workflow", "encryptionmethod", "authmethod"]);

/**
 * Applies the properties of a rule: `channel` applies to every service; `slack.channel` applies only to Slack and has
 * priority.
 */
export function withProperties(
  { type, aliases }: Pick<ChannelKind, "type" | "aliases">,
  address: Address,
  properties: Readonly<Record<string, string>>,
): Address {
  // Returns the same object if nothing changes, so that channels can cache values by address.
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
