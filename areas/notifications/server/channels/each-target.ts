// Sends a message to several targets of one service, such as chats. A target that fails does not stop the others.
import { DeliveryFailure, type Sending } from "./channel.ts";
import { deliveryFailureOf } from "./channel-service.ts";

/** Throws one failure for all targets that failed; the failure is final if the failure of each target is final. */
export async function sendToEach<Result>(
  targets: readonly string[],
  { signal }: Pick<Sending, "signal">,
  send: (target: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures = new Map<string, DeliveryFailure>();
  for (const target of targets) {
    try {
      results.push(await send(target));
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = deliveryFailureOf(error);
      failures.set(target, failure);
      // The limit of a service usually applies to all targets. The next attempt sends to the remaining targets.
      if (failure.retryAfterMs !== undefined) break;
    }
  }
  if (failures.size > 0) throw failureOfAll(failures, targets.length);
  return results;
}

function failureOfAll(failures: ReadonlyMap<string, DeliveryFailure>, targets: number): DeliveryFailure {
  const all = [...failures.values()];
  const texts = Map.groupBy(failures, ([, { message }]) => message);
  const isAboutAll = texts.size === 1 && failures.size === targets;
  const message = Array.from(texts, ([text, failed]) =>
    isAboutAll ? text : `${failed.map(([target]) => target).join(", ")}: ${text}`,
  ).join(" ");
  const retryAfterMs = all.at(-1)!.retryAfterMs;
  return new DeliveryFailure(message, {
    isFinal: all.every(({ isFinal }) => isFinal),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause: all[0],
  });
}
