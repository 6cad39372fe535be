// Stores playbooks from manifest files: one row per playbook, with the file as its source. A playbook removed from its
// file is deleted. If the playbook is added again, its row is restored, so that earlier runs still belong to the
// playbook.
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import { defineManifest, type ManifestName, type ManifestStores } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import type { Engine } from "../runs/engine.ts";
import type { PlaybookSpec } from "../spec.ts";
import { syncSchedules } from "../triggers/schedules.ts";

export const playbookManifests = ({ spec: schema }: Pick<Engine, "spec">) =>
  defineManifest<ReadResource>({
    kind: "Playbook",
    resource: "playbook",
    read: (text: string, options: ReadOptions) =>
      readResources(
        text,
        { kind: "Playbook", group: "mission-control.flanksource.com/", noun: "playbook", spec: schema },
        options,
      ),

    apply: (stores, { source, ...file }) =>
      applyFile(file, {
        present: () => presentOf(stores.db.system, source),
        write: (item) => write(stores, schema, source, item),
        end: (id) =>
          stores.db.system.transaction().execute(async (tx) => {
            await sql`update playbooks set deleted_at = now() where id = ${id}`.execute(tx);
            await sql`delete from playbook_schedules where playbook_id = ${id}`.execute(tx);
          }),
      }),

    async sources({ db }, prefix) {
      const { rows } = await sql<{ source: string }>`
        select distinct source from playbooks where source like ${`${prefix}%`} and deleted_at is null`.execute(
        db.system,
      );
      return rows.map(({ source }) => source);
    },
  });

async function presentOf(db: ManifestStores["db"]["system"], source: string) {
  const { rows } = await sql<ManifestName & { id: string }>`
    select id, name, namespace from playbooks where source = ${source} and deleted_at is null`.execute(db);
  return rows;
}

interface Known {
  id: string;
  source: string;
  spec: unknown;
  spec_secrets: string | null;
  deleted_at: string | null;
}

/** Compared as JSON, because undefined fields are not stored. */
const approvalOf = (spec: unknown): unknown =>
  JSON.parse(JSON.stringify((spec as Partial<PlaybookSpec> | null)?.approval ?? null));

async function findKnown(tx: Tx, { name, namespace }: ManifestName, source: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id, source, spec, spec_secrets, deleted_at
    from   playbooks
    where  name = ${name} and namespace = ${namespace} and (deleted_at is null or source like 'file:%')
    order  by deleted_at is null desc, source = ${source} desc, deleted_at desc
    limit  1`.execute(tx);
  const [known] = rows;
  if (known?.deleted_at === null && known.source !== source)
    throw problem.conflict(
      `There is already a playbook ${namespace}/${name}, from ${known.source}. Rename one of them.`,
    );
  return known;
}

async function write(
  { db, secrets, events }: Pick<ManifestStores, "db" | "secrets" | "events">,
  schema: Engine["spec"],
  source: string,
  { name, namespace, spec: sent }: ReadResource,
): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const known = await findKnown(tx, { name, namespace }, source);
    const id = known?.id ?? newId();
    const { spec, spec_secrets: sealed } = writeDocument(
      secrets,
      { table: "playbooks", id, column: "spec" },
      { schema, sent, stored: known && { masked: known.spec, sealed: known.spec_secrets } },
    ) as { spec: PlaybookSpec; spec_secrets: string | null };
    const { title = "", icon = null, description = null, category = "" } = spec;
    await sql`
      insert into playbooks (id, name, namespace, title, icon, description, category, source, spec, spec_secrets)
      values (${id}, ${name}, ${namespace}, ${title || name}, ${icon}, ${description}, ${category}, ${source},
              ${JSON.stringify(spec)}::jsonb, ${sealed})
      on conflict (id) do update
      set    title = excluded.title, icon = excluded.icon, description = excluded.description, category = excluded.category,
             source = excluded.source, spec = excluded.spec, spec_secrets = excluded.spec_secrets, deleted_at = null`.execute(
      tx,
    );
    await syncSchedules(tx, { id, spec, deleted_at: null });
    if (known && !isDeepStrictEqual(approvalOf(known.spec), approvalOf(spec)))
      await events.publish(tx, { name: "playbook.spec.approval.updated", id });
  });
}
