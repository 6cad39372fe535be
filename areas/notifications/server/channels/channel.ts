// A channel delivers messages to one kind of service, such as Slack. Each channel is one file, listed in index.ts.
import type { Json } from "#language/columns.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Message } from "../message.ts";

export type { Message, MessageText } from "../message.ts";

/** The address of a recipient: values of a connection or of a plain URL, with the properties of the rule applied. */
export interface Address {
  url?: string;
  username?: string;
  password?: string;
  certificate?: string;
  /** Uses HTTP without TLS or, for mail servers and Alertmanager, accepts any certificate. */
  insecureTls?: boolean;
  properties: Readonly<Record<string, string>>;
}

/** One request and its response, without secrets. */
export interface Exchange {
  request: string;
  response?: string;
  status?: number;
}

export interface Delivery {
  /** Stored, and passed as `previous` to later messages about the same subject. */
  reference?: Json;
}

export interface Sending {
  outbound: Outbound;
  scrubber: Scrubber;
  signal: AbortSignal;
  /** Called for each request, including those of a failed delivery. */
  record(exchange: Exchange): void;
}

export interface Channel {
  /** The connection type, such as slack. */
  type: string;
  title: string;
  deliver(address: Address, message: Message, sending: Sending): Promise<Delivery>;
}

/** The reason why a message was not delivered. A final failure, such as a wrong token, is not retried. */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { isFinal?: boolean; retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "DeliveryFailure";
    this.isFinal = options.isFinal ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
