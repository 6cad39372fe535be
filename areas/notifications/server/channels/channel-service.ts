// Calls the HTTP API of a channel: records the exchange, and translates responses and errors into delivery failures.
import { retryAfterMs } from "#lib/time/duration.ts";
import { TargetRefused } from "#server/outbound/outbound.ts";
import {
  ConnectionFailure,
  type Reply,
  type Service,
  serviceCall,
  type ServiceCall,
} from "#areas/connections/server/index.ts";
import { DeliveryFailure, type Sending } from "./channel.ts";
import { recordingFetch, type Showing } from "./exchange.ts";

type Asked = NonNullable<Parameters<ServiceCall["reply"]>[1]>;

export interface ChannelService {
  /** Returns the response if its status is 2xx; otherwise throws a `DeliveryFailure`. */
  send(path: string, asked: Asked, judge?: Judge): Promise<Reply>;
  /** Returns the response, regardless of the status. */
  reply(path: string, asked: Asked): Promise<Reply>;
  /** The failure for a response, by its status. */
  failure(
    reply: Reply,
    options?: { message?: string; isFinal?: boolean; retryAfterMs?: number | undefined },
  ): DeliveryFailure;
}

/** Returns a failure that this service reports in its own way; undefined if the response has its usual meaning. */
export type Judge = (reply: Reply) => DeliveryFailure | undefined;

/** Maximum wait before a retry, even if the service requests a longer wait. */
const maxRetryAfterMs = 24 * 3_600_000;

/** Responses to messages are small. */
const maxBytes = 256 * 1024;

export function channelService(sending: Sending, service: Service & Showing): ChannelService {
  sending.scrubber.know(...service.secrets, service.headers?.["authorization"]?.split(" ").at(-1));
  const outbound = recordingFetch(sending, service);
  const call = configured(() => serviceCall({ outbound, signal: sending.signal, scrubber: sending.scrubber }, service));
  const reply = (path: string, asked: Asked) => call.reply(path, { maxBytes, ...asked });
  const failure: ChannelService["failure"] = (answer, { message, isFinal, retryAfterMs: wait } = {}) => {
    const refusal = call.refusal(answer);
    const isLasting = isFinal ?? isLastingStatus(answer.status);
    const waitMs = isLasting ? undefined : (wait ?? retryAfterMs(answer.headers["retry-after"]));
    return new DeliveryFailure(message ?? sentencesOf(refusal), {
      isFinal: isLasting,
      ...(waitMs === undefined ? {} : { retryAfterMs: Math.min(Math.max(0, waitMs), maxRetryAfterMs) }),
      cause: refusal,
    });
  };
  return {
    reply,
    failure,
    async send(path, asked, judge) {
      const answer = await reply(path, asked);
      const own = judge?.(answer);
      if (own) throw own;
      if (answer.status < 200 || answer.status > 299) throw failure(answer);
      return answer;
    },
  };
}

/** Whether the service would refuse the same request again. */
const isLastingStatus = (status: number) => status < 500 && ![408, 423, 425, 429].includes(status);

/**
 * The failure for a successful response with an unexpected body. The message may have arrived, so it is retried only
 * if the service recognises duplicates.
 */
export const unexpectedReply = (name: string, { isRepeatable = false } = {}) =>
  new DeliveryFailure(`The response is not from ${name}.`, { isFinal: !isRepeatable });

/**
 * A mistake in a service address is a permanent failure: retries cannot succeed until somebody corrects the address.
 */
export function configured<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ConnectionFailure
      ? new DeliveryFailure(sentencesOf(error), { isFinal: true, cause: error })
      : error;
  }
}

/** "Slack does not accept the bot token. Check the bot token." */
const sentencesOf = ({ message, fix }: ConnectionFailure) =>
  [message, fix].flatMap((text) => (text ? [/[.!?]$/.test(text) ? text : `${text}.`] : [])).join(" ");

/** Converts every error of a channel to a `DeliveryFailure`. */
export function deliveryFailureOf(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  if (error instanceof TargetRefused) return new DeliveryFailure(error.message, { isFinal: true, cause: error });
  if (error instanceof ConnectionFailure) return new DeliveryFailure(sentencesOf(error), { cause: error });
  return new DeliveryFailure(error instanceof Error ? error.message : String(error), { cause: error });
}
