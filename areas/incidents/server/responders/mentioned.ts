// Notifies people who are mentioned in comments through their own channels.
import { may } from "#server/db/policy.ts";
import type { Listener } from "#server/area.ts";
import { findSubject } from "#areas/people/server/index.ts";
import { DeliveryFailure, findTargets, deliverToAll } from "#areas/notifications/server/index.ts";
import { Problem } from "#language/problem.ts";
import { plainComment } from "../model/mentions.ts";
import { messageAbout } from "./messages.ts";
import type { Responder } from "./responder.ts";

export const notifyMentioned: Listener = {
  event: "incident.comment.mentioned",
  name: "incidents.mentions",
  concurrency: 4,
  async run(event, { system, signal, log }) {
    const [commentId, personId] = [event["comment_id"] as string, event["person_id"] as string];
    const comment = await system.db.system
      .selectFrom("comments as c")
      .innerJoin("incidents as i", "i.id", "c.incident_id")
      .innerJoin("people as p", "p.id", "c.created_by")
      .select(["c.comment", "c.redacted_at", "p.name as author", "i.id", "i.incident_id", "i.title", "i.description"])
      .select(["i.status", "i.severity", "i.type"])
      .where("c.id", "=", commentId)
      .executeTakeFirst();
    if (!comment || comment.redacted_at !== null) return;
    const mentioned = await findSubject(system.db.system, personId).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    });
    // People who cannot read the comment are not notified.
    if (!mentioned?.isActive || !may(mentioned.actor, "read", "comments")) return;
    const { comment: words, author, redacted_at: _, ...incident } = comment;
    const subject = { kind: "notification", id: commentId, name: incident.incident_id } as const;
    const targets = await findTargets(system, { personId }, subject);
    const message = messageAbout(system, incident satisfies Responder["incident"], {
      id: `${commentId}-${personId}`,
      event: event.name,
      title: `${author} mentioned you in ${incident.incident_id}: ${incident.title}`,
      summary: plainComment(words),
    });
    try {
      if (targets.length > 0) await deliverToAll(system, targets, message, signal);
    } catch (error) {
      if (!(error instanceof DeliveryFailure) || !error.isFinal) throw error;
      log.warn({ person: personId, reason: error.message }, "a mentioned person could not be notified");
    }
  },
};
