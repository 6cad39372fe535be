// Reads playbooks, and checks the permissions to use them.
import { sql, type Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import type { SpecialAction } from "#language/permissions.ts";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import { claimsOf, mayOne, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import type { PlaybookSpec } from "../spec.ts";

export interface PlaybookRow {
  id: string;
  name: string;
  namespace: string;
  title: string;
  icon: string | null;
  description: string | null;
  category: string;
  source: string;
  created_at: string;
  spec: PlaybookSpec;
  spec_secrets: string | null;
}

const columns = sql`
  id, name, namespace, coalesce(nullif(title, ''), spec ->> 'title', name) as title, icon, description, category, source,
  created_at, spec, spec_secrets`;

export async function findPlaybook(db: Kysely<DB>, id: string): Promise<PlaybookRow | undefined> {
  const { rows } = await sql<PlaybookRow>`
    select ${columns} from playbooks where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
}

export async function allPlaybooks(db: Kysely<DB>): Promise<PlaybookRow[]> {
  const { rows } = await sql<PlaybookRow>`
    select ${columns} from playbooks where deleted_at is null order by category, name, id`.execute(db);
  return rows;
}

/** Whether the actor's playbook permissions include this playbook. */
export const mayOnPlaybook = (
  actor: Actor,
  action: SpecialAction,
  { id, name, namespace }: Pick<PlaybookRow, "id" | "name" | "namespace">,
) => mayOne(actor, action, "playbooks", { id, name, namespace });

/** Returns a predicate for the playbooks that an actor may read and run; without an actor, it accepts all playbooks. */
export async function runnableBy(
  { db }: Pick<System, "db">,
  actor: Actor | undefined,
): Promise<(playbook: Pick<PlaybookRow, "id" | "name" | "namespace">) => boolean> {
  if (!actor) return () => true;
  if (reachOf(actor, "read", "playbooks") === "none") return () => false;
  const { rows } = await db
    .reading(claimsOf(actor, "read"))
    .query<{ id: string }>("select id from playbooks where deleted_at is null", []);
  const readable = new Set(rows.map(({ id }) => id));
  return (playbook) => readable.has(playbook.id) && mayOnPlaybook(actor, "playbook:run", playbook);
}

/** Returns the playbook if the actor may read it. Without an actor, the rights of the system apply. */
export async function requirePlaybook(system: System, actor: Actor | undefined, id: string): Promise<PlaybookRow> {
  if (actor) {
    if (reachOf(actor, "read", "playbooks") === "none") throw problem.forbidden("read", "playbooks");
    const { rows } = await system.db
      .reading(claimsOf(actor, "read"), "page")
      .query("select from playbooks where id = $1 and deleted_at is null", [id]);
    if (rows.length === 0) throw problem.notFound("playbook", id);
  }
  const playbook = await findPlaybook(system.db.system, id);
  if (!playbook) throw problem.notFound("playbook", id);
  return playbook;
}

/** Returns the spec with decrypted credentials. */
export const openPlaybook = (
  { secrets }: Pick<System, "secrets">,
  { id, spec, spec_secrets: sealed }: Pick<PlaybookRow, "id" | "spec" | "spec_secrets">,
) => openDocument(secrets, { table: "playbooks", id, column: "spec" }, { masked: spec, sealed }) as PlaybookSpec;
