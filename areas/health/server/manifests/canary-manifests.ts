// Stores canaries from files: one row per canary with the file as its source, and the checks of the canary. A canary
// that is removed from its file is deleted. A canary that is added again, to this or a different file, is restored with
// its history.
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import { findDeleted } from "#server/manifests/find-deleted.ts";
import { defineManifest } from "#server/manifests/manifest-kind.ts";
import { syncChecks } from "../engine/sync.ts";
import { sealedCanary, withoutManifest } from "../spec/sealed-canary.ts";
import { readCanaries, type CanaryFault, type ReadCanary } from "./read-canaries.ts";

export const canaryManifests = defineManifest<ReadCanary>({
  kind: "Canary",
  resource: "canary",
  read(text, options) {
    const { canaries, faults, warnings, others } = readCanaries(text, options);
    const placed = ({ canary, ...fault }: CanaryFault) => ({ ...fault, of: canary });
    return { items: canaries, faults: faults.map(placed), warnings: warnings.map(placed), others };
  },

  apply: (system, { source, ...file }) =>
    applyFile(file, {
      present: () => presentOf(system.db.system, source),
      write: (item) => write(system, source, item),
      end: (id) => end(system, id),
    }),

  async sources({ db }, prefix) {
    const rows = await db.system
      .selectFrom("canaries")
      .select("source")
      .distinct()
      .where("source", "like", `${prefix}%`)
      .where("agent_id", "=", localAgent)
      .where("deleted_at", "is", null)
      .execute();
    return rows.map(({ source }) => source!);
  },
});

const presentOf = (db: Tx | System["db"]["system"], source: string) =>
  db
    .selectFrom("canaries")
    .select(["id", "name", "namespace"])
    .where("source", "=", source)
    .where("agent_id", "=", localAgent)
    .where("deleted_at", "is", null)
    .execute();

async function write(system: Pick<System, "db" | "secrets">, source: string, item: ReadCanary): Promise<void> {
  const { name, namespace, labels } = item;
  await system.db.system.transaction().execute(async (tx) => {
    const present = (await presentOf(tx, source)).find((row) => row.name === name && row.namespace === namespace);
    const known = present ?? (await findDeleted(tx, "canaries", { name, namespace, source }));
    const stored =
      known &&
      (await tx.selectFrom("canaries").select(["spec", "spec_secrets"]).where("id", "=", known.id).executeTakeFirst());
    const id = known?.id ?? newId();
    const written = {
      labels,
      annotations: withoutManifest(item.annotations),
      ...sealedCanary(system.secrets, id, item.spec, stored),
    };
    const row = known
      ? await tx
          .updateTable("canaries")
          .set({ ...written, source, deleted_at: null })
          .where("id", "=", known.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto("canaries")
          .values({ id, name, namespace, source, ...written })
          .returningAll()
          .executeTakeFirstOrThrow();
    await syncChecks(tx, row);
  });
}

async function end(system: Pick<System, "db">, id: string): Promise<void> {
  await system.db.system.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("canaries")
      .set({ deleted_at: new Date().toISOString() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncChecks(tx, row);
  });
}
