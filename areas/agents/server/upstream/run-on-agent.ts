// Runs a playbook action on an agent: stores it for the agent, passes its output on, and waits for its result.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { System } from "#server/area.ts";
import type { AgentAction } from "../../contract.schema.ts";
import { reportChannel, waitingChannel } from "./actions.ts";

export interface AgentOutcome {
  status: "completed" | "failed" | "skipped";
  result?: Readonly<Record<string, Json>> | null | undefined;
  error?: string | null | undefined;
}

/** Notifications can be lost. */
const pollMs = 2_000;
/** An action of which nothing was heard for this long has stopped: the agent has stopped, or was started again. */
const lostAfter = "3 minutes";

/** Finds the agent of `runsOn`: names or ids. Undefined if the action runs here. Agents that are online come first. */
export async function findRunner(
  { db }: Pick<System, "db">,
  runsOn: readonly string[],
): Promise<{ id: string; name: string } | undefined> {
  if (runsOn.length === 0 || runsOn.includes("local") || runsOn.includes(localAgent)) return undefined;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name
    from   agents
    where  deleted_at is null
    and    (name = any(${runsOn}::text[]) or id::text = any(${runsOn}::text[]))
    order  by coalesce(last_seen > now() - interval '61 seconds', false) desc, name
    limit  1`.execute(db.system);
  if (!rows[0]) throw new Error(`There is no agent ${runsOn.join(" or ")}.`);
  return rows[0];
}

export async function runOnAgent(
  { db, secrets, listening }: Pick<System, "db" | "secrets" | "listening">,
  { agentId, action }: { agentId: string; action: AgentAction },
  { signal, output }: { signal: AbortSignal; output: (text: string) => Promise<void> },
): Promise<AgentOutcome> {
  const { id } = action.action;
  const pause = createWakeablePause();
  const stop = listening.on(reportChannel, {
    notified: (of) => of === id && pause.wake(),
    resumed: () => pause.wake(),
  });
  const payload = secrets.seal(JSON.stringify(action), { table: "agent_actions", row: id, column: "payload" });
  try {
    await sql`
      with action as (
        update playbook_run_actions set agent_id = ${agentId} where id = ${id} returning playbook_run_id
      )
      update playbook_runs set agent_id = ${agentId} where id = (select playbook_run_id from action)`.execute(
      db.system,
    );
    await sql`
      with stored as (
        insert into agent_actions (action_id, agent_id, payload) values (${id}, ${agentId}, ${payload}) returning agent_id
      )
      select pg_notify(${waitingChannel}, agent_id::text) from stored`.execute(db.system);
    for (;;) {
      signal.throwIfAborted();
      const state = await readState({ db }, id);
      // The output is passed on before the action ends.
      for (const text of await takeOutput({ db }, id)) await output(text);
      if (!state) throw new Error("The agent was deleted.");
      if (state.outcome) return state.outcome;
      if (state.is_lost) throw new Error("The agent has stopped running the action.");
      await pause.wait(pollMs, signal);
    }
  } finally {
    stop();
    await end({ db }, id);
  }
}

async function readState({ db }: Pick<System, "db">, id: string) {
  const { rows } = await sql<{ outcome: AgentOutcome | null; is_lost: boolean }>`
    select w.outcome,
           w.status = 'running' and coalesce(coalesce(w.reported_at, a.last_seen) < now() - ${lostAfter}::interval, true) as is_lost
    from   agent_actions w
    join   agents a on a.id = w.agent_id and a.deleted_at is null
    where  w.action_id = ${id}`.execute(db.system);
  return rows[0];
}

async function takeOutput({ db }: Pick<System, "db">, id: string): Promise<string[]> {
  const { rows } = await sql<{ number: number; content: string }>`
    with taken as (delete from agent_outputs where action_id = ${id} returning number, content)
    select number, content from taken order by number`.execute(db.system);
  return rows.map(({ content }) => content);
}

/** The agent finds a cancelled action when it sends output next, and stops it. */
const end = ({ db }: Pick<System, "db">, id: string) =>
  sql`delete from agent_actions where action_id = ${id}`.execute(db.system);
