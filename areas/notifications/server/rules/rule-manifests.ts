// Stores notification rules from manifest files: one row per rule, with the file as its source. A rule removed from its
// file is deleted. If the rule is added again, its row is restored, so that its message history continues.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import type { EventNames } from "#server/event-names.ts";
import {
  defineManifest,
  type ManifestFault,
  type ManifestName,
  type ManifestStores,
} from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { secretsColumnOf, writeDocument } from "#server/spec/sealed-columns.ts";
import { columnsOf } from "./rule-columns.ts";
import { ruleRow, ruleSpec } from "./rule-spec.ts";
import { eventWarnings, playbookWarning } from "./rule-warnings.ts";

export const readRules = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: "Notification", group: "mission-control.flanksource.com/", noun: "notification", spec: ruleSpec },
    options,
  );

export const ruleManifests = defineManifest<ReadResource>({
  kind: "Notification",
  resource: "notification",
  read: readRules,

  async apply(stores, { source, ...file }) {
    const { db, eventNames } = stores;
    const applied = await applyFile(file, {
      present: () => presentOf(db.system, source),
      write: (item) => write(stores, source, item),
      async end(id) {
        await sql`update notifications set deleted_at = now() where id = ${id}`.execute(db.system);
      },
    });
    return { ...applied, warnings: file.items.flatMap((item) => warningsOf(item, eventNames)) };
  },

  async sources({ db }, prefix) {
    const { rows } = await sql<{ source: string }>`
      select distinct source from notifications where source like ${`${prefix}%`} and deleted_at is null`.execute(
      db.system,
    );
    return rows.map(({ source }) => source);
  },
});

/** The rule is stored, and takes effect once an area publishes the event or handles the recipient. */
function warningsOf({ line, name, namespace, spec }: ReadResource, names: EventNames): ManifestFault[] {
  const { events, to, fallback } = ruleSpec.parse(spec);
  const isUnhandled = !names.handles("playbook");
  const messages = [
    ...eventWarnings(events, names, "spec.events"),
    ...(isUnhandled && to.playbook ? [`spec.to.playbook: ${playbookWarning}`] : []),
    ...(isUnhandled && fallback?.playbook ? [`spec.fallback.playbook: ${playbookWarning}`] : []),
  ];
  return messages.map((message) => ({ line, message, of: { name, namespace } }));
}

async function presentOf(db: ManifestStores["db"]["system"], source: string) {
  const { rows } = await sql<ManifestName & { id: string }>`
    select id, name, coalesce(namespace, 'default') as namespace
    from   notifications
    where  source = ${source} and deleted_at is null`.execute(db);
  return rows;
}

const sealedColumns = ["properties", "custom_services", "fallback_custom_services"] as const;

/** The stored row of a rule, including a deleted row from a file. */
interface Known extends Record<(typeof sealedColumns)[number], unknown> {
  id: string;
  source: string | null;
  deleted_at: string | null;
}

async function findKnown(tx: Tx, { name, namespace }: ManifestName, source: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select *
    from   notifications
    where  name = ${name} and coalesce(namespace, 'default') = ${namespace}
    and    (deleted_at is null or source like 'file:%')
    order  by deleted_at is null desc, source = ${source} desc, deleted_at desc
    limit  1`.execute(tx);
  const [known] = rows;
  if (known?.deleted_at === null && known.source !== source)
    throw problem.conflict(
      `There is already a notification ${namespace}/${name}, from ${known.source ?? "UI"}. Rename one of them.`,
    );
  return known;
}

async function write(
  { db, secrets }: Pick<ManifestStores, "db" | "secrets">,
  source: string,
  item: ReadResource,
): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const known = await findKnown(tx, item, source);
    const id = known?.id ?? newId();
    const written = await columnsOf(tx, ruleSpec.parse(item.spec));
    for (const column of sealedColumns) {
      const sealed = known && { masked: known[column], sealed: sealedIn(known, column) };
      const sent = written[column];
      Object.assign(
        written,
        sent === null
          ? { [column]: null, [secretsColumnOf(column)]: null }
          : writeDocument(
              secrets,
              { table: "notifications", id, column },
              { schema: ruleRow.shape[column], sent, stored: sealed },
            ),
      );
    }
    const values = Object.entries({ ...written, name: item.name, namespace: item.namespace, source });
    if (known)
      await sql`
        update notifications
        set    ${sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${parameter(column, value)}`))}, deleted_at = null
        where  id = ${id}`.execute(tx);
    else
      await sql`
        insert into notifications (id, ${sql.join(values.map(([column]) => sql.ref(column)))})
        values (${id}, ${sql.join(values.map(([column, value]) => parameter(column, value)))})`.execute(tx);
  });
}

const sealedIn = (known: Known, column: string) =>
  (known as unknown as Record<string, unknown>)[secretsColumnOf(column)] as string | null;

const arrays = new Set(["events", "group_by"]);

const parameter = (column: string, value: unknown) =>
  typeof value === "object" && value !== null && !arrays.has(column)
    ? sql`${JSON.stringify(value)}::jsonb`
    : sql`${value}`;
