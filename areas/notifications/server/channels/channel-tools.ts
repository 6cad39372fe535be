// The channel functions that the pipeline uses, by channel type.
import { problem } from "#language/problem.ts";
import { templateHelpers } from "../text/template-helpers.ts";
import type { OpenConnection } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Address, Delivery, Message, Sending } from "./channel.ts";
import { type ChannelKind, withProperties } from "./channel-kind.ts";
import { deliver } from "./deliver.ts";
import { addressOfConnection, channels, systemMail } from "./index.ts";
import { addressOfUrl, type ServiceAddress } from "./service-url.ts";

function channelOf(type: string): ChannelKind {
  const channel = channels.get(type);
  if (!channel) throw problem.notFound("channel", type);
  return channel;
}

export interface ChannelTools {
  /** Undefined if nothing can be sent to connections of this type. */
  addressOfConnection(connection: OpenConnection): ServiceAddress | undefined;
  /** Throws a Problem if the URL is invalid. */
  addressOfUrl(url: string): ServiceAddress;
  /** The mail server of the installation; undefined if it is not configured. */
  systemMail(system: Pick<System, "env">, to: string): ServiceAddress | undefined;
  /** Applies properties of a rule, such as `channel` or `slack.channel`. */
  withProperties(type: string, address: Address, properties: Readonly<Record<string, string>>): Address;
  /** Throws a DeliveryFailure. */
  deliver(type: string, address: Address, message: Message, sending: Sending): Promise<Delivery>;
  /** The functions that templates can call. */
  helpers: Readonly<Record<string, (...values: unknown[]) => string>>;
}

export const channelTools: ChannelTools = {
  addressOfConnection,
  addressOfUrl,
  systemMail,
  withProperties: (type: string, address: Address, properties: Readonly<Record<string, string>>) =>
    withProperties(channelOf(type), address, properties),
  deliver: (type: string, address: Address, message: Message, sending: Sending) =>
    deliver(channelOf(type), address, message, sending),
  helpers: templateHelpers,
};
