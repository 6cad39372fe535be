// The recipients of a test: those of a connection, or of a saved or unsaved rule. The rights to change them are checked here.
import type { Kysely } from "kysely";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { may, mayOne } from "#server/db/policy.ts";
import type { DB, Row } from "#server/db/tables.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { resolveConnection, type Subject } from "#areas/connections/server/index.ts";
import type { TestRequest } from "../../channels.contract.ts";
import { withProperties } from "../channels/channel-kind.ts";
import { addressOfConnection, channels, systemMail } from "../channels/index.ts";
import { addressOfUrl, type ServiceAddress } from "../channels/service-url.ts";

export interface TestTarget {
  name: string;
  /** The mail server of the installation is reached as the product itself, all others as an operator. */
  trust: "system" | "operator";
  /** Opens the address with its secrets, which the scrubber learns. */
  open(scrubber: Scrubber): Promise<ServiceAddress>;
}

/** The tested row, and its recipients. */
export interface TestSubject {
  table: "connections" | "notifications";
  id: string | null;
  name: string;
  targets: readonly TestTarget[];
}

interface Service {
  name?: string | null | undefined;
  connection?: string | null | undefined;
  url?: string | null | undefined;
  email?: string | null | undefined;
  webhook?: { url: string; secret?: string | null | undefined } | null | undefined;
  properties?: Readonly<Record<string, unknown>> | null | undefined;
}

type Recipients = Pick<Row<"notifications">, "person_id" | "team_id"> & {
  namespace: string | null;
  services: readonly Service[];
  properties: Readonly<Record<string, unknown>>;
};

export async function subjectOf(system: System, request: TestRequest, actor: Actor): Promise<TestSubject> {
  const { connection_id, notification_id, rule } = request;
  if (connection_id !== undefined) return connectionSubject(system, connection_id, actor);
  if (notification_id !== undefined) return savedRule(system, notification_id, actor);
  if (!may(actor, "create", "notifications")) throw problem.forbidden("write", "notifications");
  const { name, namespace, person_id, team_id, custom_services, properties } = rule!;
  if (JSON.stringify([custom_services, properties]).includes('"***"'))
    throw problem.invalid("The rule contains masked values.", { hint: "Save it, and test the saved rule." });
  const subject = { kind: "notification", id: "", name: name ?? "", namespace, isDraft: true } as const;
  const recipients = {
    namespace: namespace ?? null,
    person_id: person_id ?? null,
    team_id: team_id ?? null,
    services: custom_services ?? [],
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
  // A person who may not change any connection does not learn which ids exist.
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

async function targetsOf(system: System, recipients: Recipients, subject: Subject): Promise<TestTarget[]> {
  const { person_id, team_id, services, namespace, properties } = recipients;
  const found: Service[] = [...services];
  if (person_id !== null) found.push(await personService(system.db.system, person_id));
  if (team_id !== null) found.push(...(await teamServices(system, team_id)));
  if (found.length === 0) throw problem.invalid("The rule has no recipient to which a test can be sent.");
  return found.map((service) => {
    const all = { ...strings(properties), ...strings(service.properties ?? {}) };
    return withRuleProperties(serviceTarget(system, service, { subject, namespace: namespace ?? "default" }), all);
  });
}

async function personService(db: Kysely<DB>, id: string): Promise<Service> {
  const person = await db.selectFrom("people").select(["name", "email"]).where("id", "=", id).executeTakeFirst();
  if (!person) throw problem.notFound("person", id);
  if (!person.email) throw problem.invalid(`${person.name} has no email address.`);
  return { name: person.name, email: person.email };
}

async function teamServices({ db, secrets }: System, id: string): Promise<readonly Service[]> {
  const team = await db.system
    .selectFrom("teams")
    .select(["name", "spec", "spec_secrets"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!team) throw problem.notFound("team", id);
  const spec = openDocument(
    secrets,
    { table: "teams", id, column: "spec" },
    { masked: team.spec, sealed: team.spec_secrets },
  );
  const { notifications = [] } = (spec ?? {}) as { notifications?: readonly Service[] };
  return notifications.map((service) => ({ ...service, name: `${team.name}: ${service.name ?? "channel"}` }));
}

interface Using {
  subject: Subject;
  namespace: string;
}

function serviceTarget(system: System, service: Service, using: Using): TestTarget {
  const { name, connection, url, email, webhook } = service;
  if (connection) return connectionTarget(system, connection, { name: name || connection, ...using });
  if (email) {
    const mail = systemMail(system, email);
    if (!mail)
      throw problem.invalid("This installation has no mail server.", { hint: "The operator can set SMTP_URL." });
    return { name: name || email, trust: "system", open: async () => mail };
  }
  const written = webhook?.url ?? url;
  if (!written)
    throw problem.invalid(`The service ${JSON.stringify(name ?? "")} has no connection, URL, email or webhook.`);
  const found: ServiceAddress = webhook
    ? {
        type: "generic_webhook",
        address: { url: written, ...(webhook.secret ? { password: webhook.secret } : {}), properties: {} },
      }
    : addressOfUrl(written);
  return { name: name || channels.get(found.type)!.title, trust: "operator", open: async () => found };
}

/** A reference may also be a plain URL. */
const connectionTarget = (
  system: System,
  reference: string,
  { name, subject, namespace }: Using & { name: string },
): TestTarget => ({
  name,
  trust: "operator",
  async open(scrubber) {
    const connection = await resolveConnection(system, reference, {
      subject,
      namespace,
      scrubber,
      purpose: "message",
      isFresh: true,
    });
    const found = connection.id === null ? addressOfUrl(reference) : addressOfConnection(connection);
    if (found) return found;
    throw problem.invalid(`Messages cannot be sent to connections of type ${connection.type}.`);
  },
});

const strings = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );

const withRuleProperties = (target: TestTarget, properties: Readonly<Record<string, string>>): TestTarget => ({
  ...target,
  async open(scrubber) {
    const { type, address } = await target.open(scrubber);
    return { type, address: withProperties(channels.get(type)!, address, properties) };
  },
});
