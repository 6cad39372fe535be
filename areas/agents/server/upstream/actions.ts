// Playbook actions that run on an agent: the agent takes them by long poll, sends their output while they run, and pushes
// the result.
import { sql, type Kysely } from "kysely";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import { storable } from "#server/db/sql-text.ts";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import type { AgentAction, PushedRow } from "../../contract.schema.ts";
import { connectionUses, openForAgent, type SentForAction } from "#areas/connections/server/index.ts";
import { idsIn, notYours } from "./ownership.ts";
import type { Sender } from "./sender.ts";

/** The payload is the id of the agent. */
export const waitingChannel = "quarterdeck_agent_actions";
/** The payload is the id of the action that has new output or has ended. */
export const reportChannel = "quarterdeck_agent_reports";

/** Notifications wake the request, also after a gap. This is only a safeguard. */
const pollMs = 15_000;

/** Waits up to `waitMs` for an action of the agent. */
export async function takeAction(
  system: Pick<System, "db" | "secrets" | "listening" | "log">,
  agent: Sender,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<AgentAction | undefined> {
  const { db, secrets, listening } = system;
  const pause = createWakeablePause();
  const stop = listening.on(waitingChannel, {
    notified: (id) => id === agent.id && pause.wake(),
    resumed: () => pause.wake(),
  });
  const until = performance.now() + waitMs;
  try {
    for (;;) {
      const { rows } = await sql<{ action_id: string; payload: string }>`
        update agent_actions w
        set    status = 'running'
        where  w.action_id = (
                 select q.action_id
                 from   agent_actions q
                 join   playbook_run_actions a on a.id = q.action_id and a.status = 'running'
                 where  q.agent_id = ${agent.id}
                 and    q.status = 'waiting'
                 order  by q.created_at
                 limit  1
                 for    update of q skip locked
               )
        returning w.action_id, w.payload`.execute(db.system);
      const [taken] = rows;
      if (taken) {
        const place = { table: "agent_actions", row: taken.action_id, column: "payload" } as const;
        const action = JSON.parse(secrets.open(taken.payload, place)) as AgentAction;
        const sent = await connectionsFor(system, action);
        if ("connections" in sent) return { ...action, ...(sent.connections.length > 0 && sent) };
        await endActions(db.system, agent.id, [{ id: taken.action_id, status: "failed", error: sent.refused }]);
        continue;
      }
      const left = until - performance.now();
      if (left <= 0 || signal.aborted) return undefined;
      await pause.wait(Math.min(left, pollMs), signal);
    }
  } finally {
    stop();
  }
}

/**
 * Opens the connections of an action when it is sent: a right may have been withdrawn while the action waited. They are
 * not stored with it.
 */
async function connectionsFor(
  system: Pick<System, "db" | "secrets" | "log">,
  { run, action_spec: spec }: AgentAction,
): Promise<{ connections: SentForAction[] } | { refused: string }> {
  const subject = {
    kind: "playbook",
    id: run.playbook_id!,
    name: run.playbook_name ?? "",
    namespace: run.playbook_namespace,
  } as const;
  const connections: SentForAction[] = [];
  for (const use of await connectionUses(system, [{ spec, subject }])) {
    const sent = await openForAgent(system, use);
    if ("refused" in sent) return sent;
    connections.push({ ...sent.connection, reference: use.reference });
  }
  return { connections };
}

/** Stores a piece of output. Returns whether the agent should stop the action. */
export async function addOutput(
  { db }: Pick<System, "db">,
  agent: Sender,
  { id, number, content }: { id: string; number: number; content: string },
): Promise<{ is_cancelled: boolean }> {
  const { rows } = await sql<{ status: string }>`
    with reported as (
      update agent_actions
      set    reported_at = now()
      where  action_id = ${id} and agent_id = ${agent.id}
      and    coalesce(reported_at < now() - interval '10 seconds', true)
    )
    select status from agent_actions where action_id = ${id} and agent_id = ${agent.id}`.execute(db.system);
  if (rows[0]?.status !== "running") {
    await requireActions(db.system, agent.id, [id]);
    return { is_cancelled: true };
  }
  if (content !== "")
    await sql`
      with stored as (
        insert into agent_outputs (action_id, number, content) values (${id}, ${number}, ${storable(content)})
        on conflict do nothing
        returning action_id
      )
      select pg_notify(${reportChannel}, action_id::text) from stored`.execute(db.system);
  return { is_cancelled: false };
}

const finalStatuses = new Set(["completed", "failed", "skipped"]);

/** Stores results. A repeated result changes nothing. */
export async function endActions(tx: Kysely<DB>, agentId: string, rows: readonly PushedRow[]): Promise<void> {
  await requireActions(tx, agentId, idsIn("playbook_actions", rows, "id"));
  const ended = rows.filter((row) => finalStatuses.has(String(row["status"])));
  await sql`
    with reported as (
      update agent_actions w
      set    status = 'ended', outcome = r.outcome
      from   jsonb_to_recordset(${JSON.stringify(ended.map((row) => ({ id: row["id"], outcome: row })))}::jsonb)
             as r (id uuid, outcome jsonb)
      where  w.action_id = r.id
      and    w.agent_id = ${agentId}
      and    w.status = 'running'
      returning w.action_id
    )
    select pg_notify(${reportChannel}, action_id::text) from reported`.execute(tx);
}

async function requireActions(db: Kysely<DB>, agentId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from playbook_run_actions where id = any(${ids}::uuid[]) and agent_id = ${agentId}`.execute(db);
  const own = new Set(rows.map(({ id }) => id));
  const foreign = ids.filter((id) => !own.has(id));
  if (foreign.length > 0) throw notYours("playbook_runs", foreign);
}
