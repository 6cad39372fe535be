// Loads the resources of messages as subjects of silences, many at once. The sender and the preview judge the same values:
// the resource as it is now, with the health and the status that the message reports.
import { sql, type Kysely } from "kysely";
import type { Labels } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import { quote } from "#server/db/sql-text.ts";
import { subjectKinds, type SilenceSubject, type SubjectKind } from "./subject.ts";

/** The columns of a message that its subject depends on. */
export interface SubjectMessage {
  source_event: string;
  resource_id: string;
  resource_health: string | null;
  resource_status: string | null;
  resource_health_description: string | null;
}

type Resource = Readonly<Record<string, unknown>> & { id: string };

const tables = { config: "config_items", component: "components", check: "checks", canary: "canaries" } as const;

/** The first word of the event is the kind of the resource; undefined for events about something else. */
export function kindOf(event: string): SubjectKind | undefined {
  const word = event.split(".", 1)[0]!;
  return subjectKinds.find((kind) => kind === word);
}

/** Returns a subject for each message whose resource exists. */
export async function loadSubjects<Message extends SubjectMessage>(
  system: Pick<System, "db" | "catalog">,
  messages: readonly Message[],
): Promise<Map<Message, SilenceSubject>> {
  const resources = new Map<SubjectKind, Map<string, Resource>>();
  for (const kind of subjectKinds) {
    const ids = new Set(messages.filter((one) => kindOf(one.source_event) === kind).map((one) => one.resource_id));
    if (ids.size > 0) resources.set(kind, await read(system, kind, [...ids]));
  }
  const canaryIds = new Set([...(resources.get("check")?.values() ?? [])].map((check) => String(check["canary_id"])));
  const canaries = canaryIds.size > 0 ? await read(system, "canary", [...canaryIds]) : new Map<string, Resource>();
  const subjects = new Map<Message, SilenceSubject>();
  for (const message of messages) {
    const kind = kindOf(message.source_event);
    const resource = kind && resources.get(kind)?.get(message.resource_id);
    if (!kind || !resource) continue;
    const canary = kind === "check" ? canaries.get(String(resource["canary_id"])) : undefined;
    subjects.set(message, {
      kind,
      id: resource.id,
      ancestors: ancestorsOf(kind, resource),
      environment: environmentOf(kind, asReported(kind, resource, message), canary, message),
    });
  }
  return subjects;
}

async function read(
  { db, catalog }: Pick<System, "db" | "catalog">,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<Map<string, Resource>> {
  const { columns } = catalog.current.relations.get(tables[kind])!;
  const names = [...columns.values()]
    .filter(({ generated, secret, masked }) => !generated && !secret && !masked)
    .map(({ name }) => `r.${quote(name)}`);
  return readRows(db.system, tables[kind], names.join(", "), ids);
}

async function readRows(db: Kysely<DB>, table: string, columns: string, ids: readonly string[]) {
  const { rows } = await sql<{ resource: Resource }>`
    select to_jsonb(r) as resource
    from  (select ${sql.raw(columns)} from ${sql.table(table)} r where r.id = any (${ids}::uuid[])) r`.execute(db);
  return new Map(rows.map(({ resource }) => [resource.id, resource]));
}

export function ancestorsOf(kind: SubjectKind, resource: Readonly<Record<string, unknown>>): readonly string[] {
  if (kind === "check") return [String(resource["canary_id"])];
  const { path } = resource;
  return typeof path === "string" && path !== "" ? path.split(".") : [];
}

/** The message has the health and the status at the time of its event. */
function asReported(kind: SubjectKind, resource: Resource, message: SubjectMessage): Resource {
  const { resource_health: health, resource_status: status } = message;
  if (kind === "check") return health === null ? resource : { ...resource, status: health };
  return { ...resource, ...(health !== null && { health }), ...(status !== null && { status }) };
}

const environmentOf = (
  kind: SubjectKind,
  resource: Resource,
  canary: Resource | undefined,
  { source_event, resource_health_description: description }: SubjectMessage,
) => ({
  [kind]: resource,
  ...(canary && { canary }),
  source_event,
  name: resource["name"],
  namespace: resource["namespace"] ?? (resource["tags"] as Labels | null | undefined)?.["namespace"] ?? null,
  type: resource["type"] ?? null,
  status: resource["status"] ?? null,
  health: (kind === "check" ? resource["status"] : resource["health"]) ?? null,
  description,
  labels: resource["labels"] ?? {},
  tags: resource["tags"] ?? {},
});
