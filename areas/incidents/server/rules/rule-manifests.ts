// Stores rules from manifest files: one row per rule, with the file as its source. A rule removed from its file is
// deleted. If the rule is added again, its row is restored, so that earlier incidents still belong to the rule.
import { sql } from "kysely";
import { systemPersonId } from "#areas/people/server/index.ts";
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import {
  defineManifest,
  type ManifestFault,
  type ManifestName,
  type ManifestStores,
} from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import { recordedKeys, recordedMessage, incidentRuleSpec } from "../spec.ts";

const readRules = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: "IncidentRule", group: "mission-control.flanksource.com/", noun: "incident rule", spec: incidentRuleSpec },
    options,
  );

export const ruleManifests = defineManifest<ReadResource>({
  kind: "IncidentRule",
  resource: "incident_rule",
  read: readRules,

  async apply(stores, { source, ...file }) {
    const { db } = stores;
    const applied = await applyFile(file, {
      present: () => presentOf(db.system, source),
      write: (item) => write(stores, source, item),
      async end(id) {
        await sql`update incident_rules set deleted_at = now() where id = ${id}`.execute(db.system);
      },
    });
    return { ...applied, warnings: file.items.flatMap(warningsOf) };
  },

  async sources({ db }, prefix) {
    const { rows } = await sql<{ source: string }>`
      select distinct source from incident_rules where source like ${`${prefix}%`} and deleted_at is null`.execute(
      db.system,
    );
    return rows.map(({ source }) => source);
  },
});

const warningsOf = ({ line, name, namespace, spec }: ReadResource): ManifestFault[] =>
  recordedKeys(incidentRuleSpec.parse(spec).responders).map((key) => ({
    line,
    message: `spec.${recordedMessage(key)}`,
    of: { name, namespace },
  }));

/** Names are unique across namespaces. */
async function presentOf(db: ManifestStores["db"]["system"], source: string) {
  const { rows } = await sql<ManifestName & { id: string }>`
    select id, name, coalesce(namespace, 'default') as namespace
    from   incident_rules
    where  source = ${source} and deleted_at is null`.execute(db);
  return rows;
}

interface Known {
  id: string;
  source: string | null;
  deleted_at: string | null;
  spec: unknown;
  spec_secrets: string | null;
}

async function findKnown(tx: Tx, name: string, source: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id, source, deleted_at, spec, spec_secrets
    from   incident_rules
    where  name = ${name} and (deleted_at is null or source like 'file:%')
    order  by deleted_at is null desc, source = ${source} desc, deleted_at desc
    limit  1`.execute(tx);
  const [known] = rows;
  if (known?.deleted_at === null && known.source !== source)
    throw problem.conflict(
      `There is already an incident rule ${name}, from ${known.source ?? "UI"}. Rename one of them.`,
    );
  return known;
}

async function write(
  { db, secrets }: Pick<ManifestStores, "db" | "secrets">,
  source: string,
  { name, namespace, spec }: ReadResource,
): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const known = await findKnown(tx, name, source);
    const id = known?.id ?? newId();
    const { spec: masked, spec_secrets: sealed } = writeDocument(
      secrets,
      { table: "incident_rules", id, column: "spec" },
      { schema: incidentRuleSpec, sent: spec, stored: known && { masked: known.spec, sealed: known.spec_secrets } },
    );
    if (known)
      await sql`
        update incident_rules
        set    spec = ${JSON.stringify(masked)}::jsonb, spec_secrets = ${sealed}, source = ${source},
               namespace = ${namespace}, deleted_at = null
        where  id = ${id}`.execute(tx);
    else
      await sql`
        insert into incident_rules (id, name, namespace, spec, spec_secrets, source, created_by)
        values (${id}, ${name}, ${namespace}, ${JSON.stringify(masked)}::jsonb, ${sealed}, ${source}, ${systemPersonId})`.execute(
        tx,
      );
  });
}
