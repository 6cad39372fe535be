// Contacts the responders of incidents: people and teams through their channels, email addresses, webhooks, or a new
// issue in Jira. Responders of other types are only recorded (name_responder_type).
import type { Listener, System } from "#server/area.ts";
import { DeliveryFailure, findTargets, type Target, deliverToAll } from "#areas/notifications/server/index.ts";
import { Problem } from "#language/problem.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { openJira } from "./jira.ts";
import { messageAbout } from "./messages.ts";
import { clientOf, fieldsOf, loadResponder, type Responder } from "./responder.ts";
import { withCredentials } from "./rule-credentials.ts";

interface Contacting {
  system: System;
  responder: Responder;
  scrubber: Scrubber;
  signal: AbortSignal;
}

interface Contacted {
  reason: string;
  externalId?: string;
}

export const contactResponders: Listener = {
  event: "incident.responder.added",
  name: "incidents.responders",
  concurrency: 4,
  async run(event, { system, scrubber, signal }) {
    const loaded = await loadResponder(system.db.system, event["responder_id"] as string);
    if (!loaded || !["pending", "failed"].includes(loaded.status)) return;
    const responder = await withCredentials(system, loaded, scrubber);
    try {
      const { reason, externalId } = await contact({ system, responder, scrubber, signal });
      await note(system, responder.id, { status: "delivered", reason, externalId });
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = scrubber.text(error instanceof Error ? error.message : String(error));
      await note(system, responder.id, { status: "failed", reason });
      // Other failures are retried.
      if (!isFinal(error)) throw error;
    }
  },
};

const isFinal = (error: unknown) =>
  error instanceof DeliveryFailure ? error.isFinal : error instanceof Problem && error.status < 500;

async function note(
  { db }: System,
  id: string,
  { status, reason, externalId }: { status: "delivered" | "failed"; reason: string; externalId?: string | undefined },
): Promise<void> {
  await db.system
    .updateTable("responders")
    .set({ status, status_reason: reason, ...(externalId !== undefined && { external_id: externalId }) })
    .where("id", "=", id)
    .execute();
}

async function contact(contacting: Contacting): Promise<Contacted> {
  const { system, responder, signal } = contacting;
  if (responder.type === "jira") return openTicket(contacting);
  const { incident, author } = responder;
  const { targets, title, body } = await targetsOf(contacting);
  if (targets.length === 0)
    throw new DeliveryFailure("The responder has no channel to which a message can be sent.", { isFinal: true });
  const message = messageAbout(system, incident, {
    id: responder.id,
    event: "incident.responder.added",
    summary: `${author} added a responder: ${targets.map(({ name }) => name).join(", ")}.`,
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
  });
  return { reason: await deliverToAll(system, targets, message, signal) };
}

interface Addressed {
  targets: readonly Target[];
  title?: string | undefined;
  body?: string | undefined;
}

async function targetsOf({ system, responder }: Contacting): Promise<Addressed> {
  const { person_id: personId, team_id: teamId, incident } = responder;
  const subject = { kind: "notification", id: responder.id, name: incident.incident_id } as const;
  const find = (columns: Parameters<typeof findTargets>[1]) => findTargets(system, columns, subject);
  const client = await clientOf(system, responder);
  const fields = fieldsOf(responder, client);
  switch (responder.type) {
    case "email": {
      const { to, subject: title, body } = fields;
      if (to === undefined) throw new DeliveryFailure("The address of the recipient is empty.", { isFinal: true });
      const properties = title === undefined ? {} : { subject: title };
      return { targets: await find({ services: [{ email: to }], properties }), title, body };
    }
    case "webhook": {
      if (client?.connection) return { targets: await find({ services: [{ connection: client.connection }] }) };
      const secret = typeof client?.password === "string" ? { secret: client.password } : {};
      const url = client?.url ?? fields["url"];
      if (url === undefined) throw new DeliveryFailure("The address of the webhook is empty.", { isFinal: true });
      const targets = await find({ services: [{ webhook: { url, ...secret } }] });
      // The URL in a team is trusted, because operators write teams. A URL in the form is not trusted, because every
      // responder can enter a URL.
      return { targets: client?.url ? targets : targets.map((target) => ({ ...target, trust: "anyone" as const })) };
    }
    case "person":
      return { targets: personId === null ? [] : await find({ personId }) };
    default: {
      const own = teamId === null ? [] : await find({ teamId });
      if (own.length > 0 || teamId === null) return { targets: own };
      // A team without channels is notified through its members.
      const members = await system.db.system
        .selectFrom("team_members")
        .select("person_id")
        .where("team_id", "=", teamId)
        .orderBy("person_id")
        .execute();
      const targets = await Promise.all(members.map(({ person_id: id }) => find({ personId: id })));
      return { targets: targets.flat() };
    }
  }
}

async function openTicket({ system, responder, scrubber, signal }: Contacting): Promise<Contacted> {
  const { incident, id } = responder;
  if (responder.external_id !== null) return { reason: `The issue is ${responder.external_id}.` };
  const client = await clientOf(system, responder);
  if (!client) throw new DeliveryFailure("The team has no Jira responder.", { isFinal: true });
  const { project, issueType = "Task", priority, summary, description } = fieldsOf(responder, client);
  if (project === undefined) throw new DeliveryFailure("The project of the issue is empty.", { isFinal: true });
  const jira = await openJira(system, { subject: { id, name: incident.incident_id }, client, scrubber, signal });
  const link = `${system.env.publicUrl}/incidents/${incident.id}`;
  const key = await jira.createIssue({
    project,
    issueType,
    priority,
    summary: summary ?? `${incident.incident_id}: ${incident.title}`,
    description: [description ?? incident.description, link].filter(Boolean).join("\n\n"),
  });
  return { externalId: key, reason: `The issue is ${key}.` };
}
