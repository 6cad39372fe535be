// A channel delivers messages to one kind of service, such as Slack. Each channel is one file, listed in index.ts.
import type { Json } from "#language/columns.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";

/** What a message says, independent of the channel. */
export interface MessageText {
  title: string;
  /** The text of the rule's template. Without one, the channel renders the parts below. */
  body?: string;
  /** One line that says why. */
  summary: string;
  description?: string;
  attributes: readonly { label: string; value: string }[];
  /** What changed just before. */
  recentChanges: readonly { type: string; summary?: string; at: string; severity?: string }[];
  /** The other resources of the same group, or those of a digest. */
  resources: readonly { name: string; health?: string; url?: string; note?: string }[];
  actions: readonly { label: string; url: string }[];
}

export interface Message {
  /** Equal for all attempts, so that a channel with idempotency keys delivers the message once. */
  id: string;
  purpose: "problem" | "resolved" | "digest" | "test";
  event: string;
  at: string;
  health?: "healthy" | "unhealthy" | "warning" | "unknown";
  /** Equal for the problem and its recovery: rule, resource and recipient. */
  subject: string;
  permalink?: string;
  text: MessageText;
  /** The reference that the channel returned for the problem, to edit or answer that message. */
  previous?: Json;
}

/** The address of a recipient: values of a connection or of a plain URL, with the properties of the rule applied. */
export interface Address {
  url?: string;
  username?: string;
  password?: string;
  certificate?: string;
  properties: Readonly<Record<string, string>>;
}

/** One request and its response, without secrets. */
export interface Exchange {
  request: string;
  response?: string;
  status?: number;
}

export interface Delivery {
  /** Stored, and passed as `previous` with later messages about the same subject. */
  reference?: Json;
}

export interface Sending {
  outbound: Outbound;
  scrubber: Scrubber;
  signal: AbortSignal;
  /** Called for each request, also before a failure. */
  record(exchange: Exchange): void;
}

export interface Channel {
  /** The connection type, such as slack. */
  type: string;
  title: string;
  deliver(address: Address, message: Message, sending: Sending): Promise<Delivery>;
}

/** Why a message was not delivered. `refused` is final, such as a wrong token; everything else is repeated. */
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
