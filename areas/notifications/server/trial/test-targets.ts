// The recipients of a test message: the recipients of a connection, or of a saved or unsaved rule. The rights to change
// them are checked here.
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { may, mayOne } from "#server/db/policy.ts";
import type { Row } from "#server/db/tables.ts";
import type { Actor } from "#server/http/actor.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import type { Subject } from "#areas/connections/server/index.ts";
import type { TestRequest } from "../../channels.contract.ts";
import { channelTools } from "../channels/channel-tools.ts";
import { channels } from "../channels/index.ts";
import { resolveAddress } from "../delivery/address.ts";
import { findTargets, type Target } from "../delivery/targets.ts";
import type { Service } from "../rules/recipients.ts";

/** The tested row, and its recipients. */
export interface TestSubject {
  table: "connections" | "notifications";
  id: string | null;
  name: string;
  targets: readonly Target[];
}

type Recipients = Pick<Row<"notifications">, "person_id" | "team_id" | "namespace"> & {
  services: readonly Service[];
  properties: Readonly<Record<string, unknown>>;
};

export async function subjectOf(system: System, request: TestRequest, actor: Actor): Promise<TestSubject> {
  const { connection_id, notification_id, rule } = request;
  if (connection_id !== undefined) return connectionSubject(system, connection_id, actor);
  if (notification_id !== undefined) return savedRule(system, notification_id, actor);
  if (!may(actor, "create", "notifications")) throw problem.forbidden("write", "notifications");
  const { name, namespace, person_id, team_id, custom_services, properties } = rule!;
  if (JSON.stringify([custom_services, properties]).includes("***"))
    throw problem.invalid("The rule contains masked values.", { hint: "Save it, and test the saved rule." });
  const subject = { kind: "notification", id: "", name: name ?? "", namespace, isDraft: true } as const;
  const recipients = {
    namespace: namespace ?? null,
    person_id: person_id ?? null,
    team_id: team_id ?? null,
    services: (custom_services ?? []) as readonly Service[],
    properties: properties ?? {},
  };
  return {
    table: "notifications",
    id: null,
    name: name || "unsaved",
    targets: await targetsOf(system, recipients, subject),
  };
}

/** Only users who may change a connection may test it, because a test uses its credentials. */
async function connectionSubject(system: System, id: string, actor: Actor): Promise<TestSubject> {
  const row = await system.db.system
    .selectFrom("connections")
    .select(["id", "name", "namespace", "type"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  // The response must not reveal which ids exist to a person who is not allowed to change any connection.
  if (!mayOne(actor, "update", "connections", row ?? {})) throw problem.forbidden("write", "connections");
  if (!row) throw problem.notFound("connection", id);
  if (!channels.has(row.type))
    throw new Problem("not_implemented", `Messages cannot be sent to connections of type ${row.type}.`);
  const target = connectionTarget(system, row.id, { name: row.name, subject: actor, namespace: row.namespace });
  return { table: "connections", id, name: row.name, targets: [target] };
}

async function savedRule(system: System, id: string, actor: Actor): Promise<TestSubject> {
  if (!may(actor, "update", "notifications")) throw problem.forbidden("write", "notifications");
  const row = await system.db.system
    .selectFrom("notifications")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw problem.notFound("notification", id);
  const { name, namespace, person_id, team_id } = row;
  const opened = (column: "custom_services" | "properties") =>
    openDocument(
      system.secrets,
      { table: "notifications", id, column },
      { masked: row[column], sealed: row[`${column}_secrets`] },
    );
  const recipients = {
    namespace,
    person_id,
    team_id,
    services: (opened("custom_services") as readonly Service[] | null) ?? [],
    properties: (opened("properties") as Record<string, unknown> | null) ?? {},
  };
  const targets = await targetsOf(system, recipients, { kind: "notification", id, name, namespace });
  return { table: "notifications", id, name, targets };
}

/** Templates are sent as written, because a test is about no resource. */
async function targetsOf(system: System, rule: Recipients, subject: Subject): Promise<Target[]> {
  const { namespace, properties, person_id: personId, team_id: teamId, services } = rule;
  const targets = await findTargets(system, { namespace, personId, teamId, services, properties }, subject);
  if (targets.length === 0) throw problem.invalid("The rule has no recipient to which a test can be sent.");
  return targets;
}

const connectionTarget = (
  system: System,
  reference: string,
  { name, subject, namespace }: { name: string; subject: Subject; namespace: string },
): Target => ({
  name,
  trust: "operator",
  open: (scrubber) =>
    resolveAddress(
      system,
      channelTools,
      { service: { connection: reference } },
      { subject, namespace, scrubber, isFresh: true },
    ),
});
