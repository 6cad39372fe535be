// Messages about incidents to single people, teams and addresses, through the channels of notifications.
import type { Message } from "#areas/notifications/server/index.ts";
import type { System } from "#server/area.ts";
import type { Responder } from "./responder.ts";

export interface MessageParts {
  /** All attempts to send the message have the same id. */
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
