// Delivers a message through a channel for a test, and returns everything that the pipeline would get.
import {
  type Address,
  type Delivery,
  DeliveryFailure,
  type Exchange,
  type Message,
} from "#areas/notifications/server/channels/channel.ts";
import { deliver } from "#areas/notifications/server/channels/deliver.ts";
import { addressOfConnection, channels } from "#areas/notifications/server/channels/index.ts";
import type { Outbound } from "../../server/outbound/outbound.ts";
import { createScrubber } from "../../server/scrub/scrub.ts";
import { working } from "./services.ts";
import type { Parts } from "./tried.ts";

export interface Delivered {
  reference?: Delivery["reference"];
  failure?: DeliveryFailure;
  exchanges: Exchange[];
}

const empty = { url: null, username: null, password: null, certificate: null, insecure_tls: false, properties: {} };

/** The properties of a working connection with these changes. */
export function addressFor(type: string, changes: Parts = {}): Address {
  const parts = { ...empty, ...working[type]?.parts, ...changes };
  return addressOfConnection({ id: "1", name: "test", namespace: "default", type, ...parts })!.address;
}

export async function delivered(
  type: string,
  message: Message,
  {
    outbound,
    address = addressFor(type),
    limitMs,
    signal,
  }: { outbound: Outbound; address?: Address; limitMs?: number; signal?: AbortSignal },
): Promise<Delivered> {
  const exchanges: Exchange[] = [];
  const sending = {
    outbound,
    scrubber: createScrubber(),
    signal: signal ?? new AbortController().signal,
    record: (exchange: Exchange) => exchanges.push(exchange),
  };
  try {
    const { reference } = await deliver(
      channels.get(type)!,
      address,
      message,
      sending,
      limitMs === undefined ? {} : { limitMs },
    );
    return { ...(reference === undefined ? {} : { reference }), exchanges };
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return { failure: error, exchanges };
  }
}
