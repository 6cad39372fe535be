// The functions of channels for the pipeline, by the type of the channel.
import { problem } from "#language/problem.ts";
import { templateHelpers } from "../text/template-helpers.ts";
import type { Address, Message, Sending } from "./channel.ts";
import { type ChannelKind, withProperties } from "./channel-kind.ts";
import { deliver } from "./deliver.ts";
import { addressOfConnection, channels, systemMail } from "./index.ts";
import { addressOfUrl } from "./service-url.ts";

function channelOf(type: string): ChannelKind {
  const channel = channels.get(type);
  if (!channel) throw problem.notFound("channel", type);
  return channel;
}

export const channelTools = {
  addressOfConnection,
  addressOfUrl,
  systemMail,
  withProperties: (type: string, address: Address, properties: Readonly<Record<string, string>>) =>
    withProperties(channelOf(type), address, properties),
  deliver: (type: string, address: Address, message: Message, sending: Sending) =>
    deliver(channelOf(type), address, message, sending),
  /** The functions of templates. */
  helpers: templateHelpers,
};
