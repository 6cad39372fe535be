// Delivers one message through a channel, within a time limit. Every failure becomes a `DeliveryFailure` without
// secrets.
import { timeLimit } from "#lib/async/time-limit.ts";
import { withErrorHandler } from "#lib/process/stray-errors.ts";
import { type Address, type Channel, type Delivery, DeliveryFailure, type Message, type Sending } from "./channel.ts";
import { forgetParts } from "./delivered-parts.ts";
import { deliveryFailureOf } from "./channel-service.ts";

const defaultLimitMs = 30_000;

export async function deliver(
  channel: Channel,
  address: Address,
  message: Message,
  sending: Sending,
  { limitMs = defaultLimitMs }: { limitMs?: number } = {},
): Promise<Delivery> {
  // The timer is cleared, because the timers of finished deliveries would keep thousands of messages in memory.
  const limit = timeLimit({ timeoutMs: limitMs, signal: sending.signal });
  const { signal } = limit;
  sending.scrubber.know(address.password, address.certificate);
  try {
    signal.throwIfAborted();
    // A driver error after the time limit is ignored.
    const work = withErrorHandler(
      () => {},
      () => channel.deliver(address, message, { ...sending, signal }),
    );
    const delivery = await endedBy(signal, work);
    forgetParts(message);
    return delivery;
  } catch (error) {
    throw sending.scrubber.error(
      failureWithin({ error, isLate: signal.aborted, limitMs, signal: sending.signal, title: channel.title }),
    );
  } finally {
    limit.done();
  }
}

interface Ended {
  error: unknown;
  isLate: boolean;
  limitMs: number;
  signal: AbortSignal;
  title: string;
}

function failureWithin({ error, isLate, limitMs, signal, title }: Ended): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  if (signal.aborted) return new DeliveryFailure("The delivery was interrupted", { cause: error });
  if (isLate)
    return new DeliveryFailure(`${title} did not respond within ${limitMs / 1_000} seconds`, { cause: error });
  return deliveryFailureOf(error);
}

/** A channel that is stopped records its last exchange within this time. */
const graceMs = 500;

/** Stops the delivery at the time limit, even if a driver keeps waiting. */
const endedBy = <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const end = () => void setTimeout(() => reject(signal.reason as Error), graceMs).unref();
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject);
  });
