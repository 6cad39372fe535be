// Creates agents and their tokens. An agent signs in as a person of its own, which has no role: its token opens only the
// upstream protocol.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { requireAccess } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import { someone, systemActor, type Actor, type Origin } from "#server/http/actor.ts";
import { createAccessToken } from "#areas/identity/server/index.ts";
import type { GeneratedAgent } from "../contract.ts";

export interface Requester {
  actor: Actor;
  origin: Origin;
}

export interface NewAgent {
  name: string;
  properties?: Readonly<Record<string, string>> | undefined;
  /** A scraper of the cluster that the agent runs in. */
  kubernetes?: { schedule: string } | undefined;
}

export async function generateAgent(
  { db, writes }: Pick<System, "db" | "writes">,
  { name, properties, kubernetes }: NewAgent,
  by: Requester,
): Promise<GeneratedAgent> {
  if (kubernetes) requireAccess(by.actor, "write", "config_scrapers");
  const username = `agent-${randomBytes(8).toString("hex")}`;
  return db.system.transaction().execute(async (tx) => {
    const person = await tx
      .insertInto("people")
      .values({ name, email: `${username}@local`, type: "agent" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const agentId = await insertAgent(tx, { name, username, properties, personId: person.id }, by);
    if (kubernetes) await createScraper(tx, { writes }, { agentId, name, ...kubernetes }, by);
    return { id: person.id, username, access_token: await newToken(tx, { id: person.id, username }, by) };
  });
}

async function insertAgent(
  tx: Tx,
  { name, username, properties, personId }: Omit<NewAgent, "kubernetes"> & { username: string; personId: string },
  by: Requester,
): Promise<string> {
  try {
    const { id } = await tx
      .insertInto("agents")
      .values({
        name,
        username,
        properties: properties ?? null,
        person_id: personId,
        created_by: someone(by.actor).id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordDeeds(tx, by, [
      { action: "create", resource_type: "agents", resource_id: id, resource_name: name, after: { name } },
    ]);
    return id;
  } catch (error) {
    if (!hasSqlState(error, "23505")) throw error;
    throw problem.conflict(`There is already an agent named ${JSON.stringify(name)}.`, {
      hint: "Choose a different name, or delete the other agent first.",
    });
  }
}

/** The scraper is created here, so it stays editable here, and the agent pulls it. */
async function createScraper(
  tx: Tx,
  { writes }: Pick<System, "writes">,
  { agentId, name, schedule }: { agentId: string; name: string; schedule: string },
  by: Requester,
): Promise<void> {
  const row = {
    id: newId(),
    name: `${name} Kubernetes`,
    namespace: "default",
    source: "UI",
    agent_id: agentId,
    created_by: someone(by.actor).id,
    spec: { schedule, kubernetes: [{ clusterName: name }] },
  };
  await writes.through(tx, by.actor, {
    relation: "config_scrapers",
    verb: "insert",
    rows: [row],
    statement: async ([prepared]) => {
      const columns = sql.join(Object.keys(prepared!).map((column) => sql.ref(column)));
      const { rows } = await sql<Record<string, unknown>>`
        insert into config_scrapers (${columns})
        select ${columns} from jsonb_populate_record(null::config_scrapers, ${JSON.stringify(prepared)}::jsonb)
        returning *`.execute(tx);
      return rows;
    },
  });
  const deed = { action: "create", resource_type: "config_scrapers", resource_id: row.id } as const;
  await recordDeeds(tx, by, [{ ...deed, resource_name: row.name, after: { name: row.name, agent: name } }]);
}

/** Replaces the token of an agent: of the caller itself, or of any agent for people who may write agents. */
export async function renewToken(
  { db }: Pick<System, "db">,
  agentId: string | undefined,
  by: Requester,
): Promise<GeneratedAgent> {
  const { id: callerId } = someone(by.actor);
  return db.system.transaction().execute(async (tx) => {
    const agent = await tx
      .selectFrom("agents as a")
      .innerJoin("people as p", "p.id", "a.person_id")
      .select(["a.id", "a.name", "a.username", "a.person_id"])
      .where("a.deleted_at", "is", null)
      .where("p.type", "=", "agent")
      .where((is) => (agentId === undefined ? is("a.person_id", "=", callerId) : is("a.id", "=", agentId)))
      .forUpdate("a")
      .executeTakeFirst();
    if (agent?.person_id !== callerId) requireAccess(by.actor, "write", "agents");
    if (!agent || agent.id === localAgent || agent.person_id === null)
      throw problem.notFound("agent with a token", agentId ?? "of this token");
    // The earlier tokens stay valid for a minute: the agent may not receive this response.
    await sql`
      update access_tokens
      set    expires_at = least(expires_at, now() + interval '1 minute')
      where  person_id = ${agent.person_id}`.execute(tx);
    const owner = { id: agent.person_id, username: agent.username ?? `agent-${agent.id}` };
    return { ...owner, access_token: await newToken(tx, owner, by) };
  });
}

async function newToken(
  tx: Tx,
  { id, username }: { id: string; username: string },
  { actor, origin }: Requester,
): Promise<string> {
  const { token } = await createAccessToken(tx, {
    personId: id,
    // Names are unique per person; the list of tokens recognizes tokens of agents by the beginning.
    name: `${username} ${new Date().toISOString()} ${randomBytes(3).toString("hex")}`,
    expiry: "1y",
    // A token must not create a token that outlives it. That rule is for tokens with the same rights; the token of an
    // agent opens only the upstream protocol.
    by: { actor: actor.kind === "token" ? systemActor : actor, origin },
  });
  return token;
}
