// Sends messages about incidents to people, teams and addresses, through notification channels.
import { channelTools, deliveryFailureOf, type Message, type Target } from "#areas/notifications/server/index.ts";
import type { System } from "#server/area.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import type { Responder } from "./responder.ts";

export interface MessageParts {
  /** The same for all attempts. */
  id: string;
  event: string;
  title?: string;
  summary: string;
  /** Replaces the description of the incident. */
  body?: string;
}

export function messageAbout(
  { env }: Pick<System, "env">,
  incident: Responder["incident"],
  { id, event, title, summary, body }: MessageParts,
): Message {
  const permalink = `${env.publicUrl}/incidents/${incident.id}`;
  return {
    id,
    purpose: "problem",
    event,
    at: new Date().toISOString(),
    isNews: true,
    subject: `incident/${incident.id}/${id}`,
    permalink,
    text: {
      title: title ?? `${incident.incident_id}: ${incident.title}`,
      summary,
      ...(body === undefined ? {} : { body }),
      ...(incident.description === "" ? {} : { description: incident.description }),
      attributes: [
        { label: "Status", value: incident.status },
        { label: "Severity", value: incident.severity },
        { label: "Type", value: incident.type },
      ],
      recentChanges: [],
      resources: [],
      actions: [{ label: "Open", url: permalink }],
    },
  };
}

/**
 * Delivers a message to each target, and returns a sentence with the recipients. Throws only if no target got the
 * message, because a retry would send it again to the targets that already have it.
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
