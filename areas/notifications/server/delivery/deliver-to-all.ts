// Delivers a message without a rule to several targets.
import type { System } from "#server/area.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { deliveryFailureOf } from "../channels/channel-service.ts";
import { channelTools } from "../channels/channel-tools.ts";
import type { Message } from "../channels/channel.ts";
import type { Target } from "./targets.ts";

/**
 * Delivers a message to each target. Returns a sentence with the recipients, or throws the first failure if no target
 * got the message. If some targets got it, it does not throw, because a retry would send the message to these targets
 * again.
 */
export async function deliverToAll(
  system: Pick<System, "outbound">,
  targets: readonly Target[],
  message: Message,
  signal: AbortSignal,
): Promise<string> {
  const reached: string[] = [];
  const failures: { name: string; error: Error }[] = [];
  for (const { name, trust, open } of targets) {
    const scrubber = createScrubber();
    try {
      const { type, address } = await open(scrubber);
      const sending = { outbound: system.outbound(trust), scrubber, signal, record() {} };
      await channelTools.deliver(type, address, message, sending);
      reached.push(name);
    } catch (error) {
      failures.push({ name, error: scrubber.error(deliveryFailureOf(error)) as Error });
    }
  }
  const [first] = failures;
  if (reached.length === 0 && first) throw first.error;
  const failed = failures.map(({ name, error }) => ` ${name} did not get it: ${error.message}`).join("");
  return `A message was sent to ${reached.join(", ")}.${failed}`;
}
