// Finds the agent that sends a request, from its token. `agent_name` never selects an agent of somebody else.
import { sql, type Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { requireAccess } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { isReadOnly, someone, type Actor, type Origin } from "#server/http/actor.ts";

export interface Sender {
  id: string;
  name: string;
  /** Whether its last request was recorded in the last seconds. */
  isSeen: boolean;
  /** Whether its last push was recorded in the last seconds. */
  isReceived: boolean;
}

/**
 * The time of a request is recorded at most this often, so that most requests write nothing to the row of their agent.
 * Heartbeats are always recorded, because an agent counts as offline 61 seconds after its last recorded request.
 */
const recordedEvery = sql.lit("10 seconds");

interface Caller {
  actor: Actor;
  origin: Origin;
  /** The name that the request states. */
  name: string | undefined;
}

/**
 * An agent's own token belongs to exactly one agent. Tokens of people who may write agents create the agents that they
 * name, and speak only for these.
 */
export async function findSender({ db }: Pick<System, "db">, { actor, origin, name }: Caller): Promise<Sender> {
  const personId = tokenOwner(actor);
  const { rows } = await sql<Known>`
    select a.id, a.name, a.deleted_at is not null as is_deleted, a.person_id is not distinct from ${personId} as is_own,
           coalesce(a.last_seen > now() - ${recordedEvery}::interval, false) as is_seen,
           coalesce(a.last_received > now() - ${recordedEvery}::interval, false) as is_received
    from   agents a
    where  a.person_id = ${personId} or (a.name = ${name ?? null} and a.deleted_at is null)
    order  by a.deleted_at is not null, a.created_at desc`.execute(db.system);
  const own = rows.filter((row) => row.is_own);
  const wanted = name === undefined ? own.filter((row) => !row.is_deleted) : rows.filter((row) => row.name === name);
  if (wanted.length > 1 && name === undefined)
    throw problem.invalid("This token belongs to several agents. State one of them in agent_name.");
  const [found] = wanted;
  if (found?.is_own === false) throw notOwn(name!);
  if (found?.is_deleted) throw problem.unauthorized(`The agent ${JSON.stringify(found.name)} was deleted.`);
  if (found) return { id: found.id, name: found.name, isSeen: found.is_seen, isReceived: found.is_received };
  if (name === undefined) throw problem.forbidden("write", "agents", { hint: "This token belongs to no agent." });
  return db.system.transaction().execute((tx) => createFor(tx, { actor, origin, name }));
}

/** Browsers send sessions and passwords on their own, also with requests that another site caused. */
function tokenOwner(actor: Actor): string {
  if (isReadOnly(actor)) throw problem.readOnlyToken();
  if (actor.kind !== "token")
    throw problem.unauthorized("Agents authenticate with an access token.", {
      hint: "Send the username token and the access token as the password.",
    });
  return actor.id;
}

interface Known {
  id: string;
  name: string;
  is_deleted: boolean;
  is_own: boolean;
  is_seen: boolean;
  is_received: boolean;
}

const notOwn = (name: string) =>
  problem.forbidden("write", "agents", {
    hint: `The agent ${JSON.stringify(name)} has another token. Use the token that was created for it.`,
  });

async function createFor(tx: Tx, { actor, origin, name }: Caller & { name: string }): Promise<Sender> {
  const { id: personId } = someone(actor);
  const person = await tx.selectFrom("people").select("type").where("id", "=", personId).executeTakeFirst();
  if (person?.type === "agent") throw notOwn(name);
  requireAccess(actor, "write", "agents");
  const created = await tx
    .insertInto("agents")
    .values({ name, person_id: personId, created_by: personId })
    .onConflict((conflict) => conflict.column("name").where("deleted_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) {
    const deed = { action: "create", resource_type: "agents", resource_id: created.id, resource_name: name } as const;
    await recordDeeds(tx, { actor, origin }, [{ ...deed, after: { name } }]);
    return { id: created.id, name, ...unseen };
  }
  // Another request has created it in the meantime.
  const other = await tx
    .selectFrom("agents")
    .select(["id", "person_id"])
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (other?.person_id !== personId) throw notOwn(name);
  return { id: other.id, name, ...unseen };
}

const unseen = { isSeen: false, isReceived: false };

/** Records that the agent has sent a request. */
export async function recordSeen(db: Kysely<DB>, { id, isSeen }: Sender): Promise<void> {
  if (!isSeen) await sql`update agents set last_seen = now() where id = ${id}`.execute(db);
}

/** Records that the agent has pushed rows. */
export async function recordReceived(db: Kysely<DB>, { id, isReceived }: Sender): Promise<void> {
  if (!isReceived) await sql`update agents set last_seen = now(), last_received = now() where id = ${id}`.execute(db);
}
