// The parts of this area that the pipeline uses: channels, template functions and silences.
import type { OpenConnection } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Address, Delivery, Message, Sending } from "../channels/channel.ts";
import type { Silences as ActiveSilences } from "../silences/match.ts";

/** The type of a channel, and the address of a recipient there. */
export interface ServiceAddress {
  type: string;
  address: Address;
}

export interface ChannelTools {
  /** Undefined if nothing can be sent to connections of this type. */
  addressOfConnection(connection: OpenConnection): ServiceAddress | undefined;
  /** Throws a Problem if the URL cannot be read. */
  addressOfUrl(url: string): ServiceAddress;
  /** The mail server of the installation; undefined if there is none. */
  systemMail(system: Pick<System, "env">, to: string): ServiceAddress | undefined;
  /** Applies properties of a rule, such as `channel` or `slack.channel`. */
  withProperties(type: string, address: Address, properties: Readonly<Record<string, string>>): Address;
  /** Throws a DeliveryFailure. */
  deliver(type: string, address: Address, message: Message, sending: Sending): Promise<Delivery>;
  /** The functions of templates. */
  helpers: Readonly<Record<string, (...values: unknown[]) => string>>;
}

/** `mentions` returns the documents of resources that filters of silences read. */
export type Silences = Pick<ActiveSilences, "match"> & Partial<Pick<ActiveSilences, "mentions" | "close">>;

export interface PipelineParts {
  channels: ChannelTools;
  silences(system: System): Silences;
}
