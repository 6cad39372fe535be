// Records the results of deliveries in batches: the attempts, the state of the messages, and the fallbacks for messages
// that failed permanently.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { WorkStopped } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import type { MessageText } from "../channels/channel.ts";
import type { PipelineTools } from "../pipeline/tools.ts";
import type { Rule } from "../rules/rule-book.ts";
import { writeFallbacks, type GivenUp } from "./fallbacks.ts";
import type { Sent } from "./send.ts";

export interface Result {
  id: string;
  /** The state of the message after the attempt. */
  state: { status: "sent" | "error" | "skipped" } | { retryAt: number; retries: number };
  /** Undefined if there was no attempt. */
  sent?: Sent | undefined;
  /** The text for the ledger. */
  text?: MessageText | undefined;
  rule?: Rule | undefined;
  reason?: string | undefined;
}

export interface Recorder {
  /** Resolves when the result is written. */
  add(result: Result): Promise<void>;
  flush(withinMs: number): Promise<void>;
}

export interface RecorderOptions {
  tools: PipelineTools;
  /** Throws WorkStopped if this process is no longer the leader. */
  requireLead(tx: Tx): Promise<void>;
  /** Called when this process is no longer the leader; the new leader delivers all messages without a result. */
  onLeadLost(): void;
  /** Called after fallbacks were written, with the time at which the first is due. */
  onFallback(at: number): void;
  signal: AbortSignal;
}

const gatherMs = 20;
const maxBatch = 500;
const retryMs = 500;

interface Waiting {
  result: Result;
  resolve(): void;
}

export function createRecorder({ tools, requireLead, onLeadLost, onFallback, signal }: RecorderOptions): Recorder {
  const queue: Waiting[] = [];
  let working: Promise<void> | undefined;
  const { db, log } = tools.system;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      // A few large transactions cost less than many small ones.
      if (queue.length < maxBatch) await delay(gatherMs);
      const batch = queue.splice(0, maxBatch);
      try {
        const at = await db.system.transaction().execute(async (tx) => {
          await requireLead(tx);
          await commitWithoutWaiting.execute(tx);
          return write(
            tx,
            tools,
            batch.map(({ result }) => result),
          );
        });
        if (at !== undefined) onFallback(at);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        // The next leader resends a message whose result is not recorded, so results are kept while this process is the
        // leader.
        if (signal.aborted) return;
        if (error instanceof WorkStopped) return onLeadLost();
        log[isConnectionLost(error) ? "debug" : "warn"]({ err: error }, "deliveries cannot be recorded; trying again");
        queue.unshift(...batch);
        await delay(retryMs);
      }
    }
  }

  const start = () => {
    working ??= work().finally(() => {
      working = undefined;
      if (queue.length > 0 && !signal.aborted) start();
    });
  };

  return {
    add: (result) =>
      new Promise((resolve) => {
        queue.push({ result, resolve });
        start();
      }),
    async flush(withinMs) {
      await Promise.race([working, delay(withinMs)]);
    },
  };
}

/**
 * The commit does not wait for the disk. If PostgreSQL crashes before the commit is on disk, the message still has the
 * status sending, and is sent once more with the same id, as after a crash of this process.
 */
const commitWithoutWaiting = sql`select set_config('synchronous_commit', 'off', true)`;

const isOfRun = sql<boolean>`
  c.status = 'sent' and (h.playbook_run_id is not null or h.channel = 'playbook' and h.status in ('error', 'skipped'))`;

async function write(tx: Tx, tools: PipelineTools, results: readonly Result[]): Promise<number | undefined> {
  const attempts = results.filter(({ sent }) => sent !== undefined && sent.outcome !== "interrupted");
  if (attempts.length > 0)
    await sql`
      insert into notification_attempts (id, history_id, duration_millis, outcome, error, exchange)
      select a.id, a.history_id, a.duration_millis, a.outcome, a.error, a.exchange
      from   jsonb_to_recordset(${JSON.stringify(
        attempts.map(({ id, sent }) => ({
          id: tools.newId(),
          history_id: id,
          duration_millis: sent!.durationMs,
          outcome: sent!.outcome,
          error: sent!.error ?? null,
          exchange: sent!.exchanges,
        })),
      )}::jsonb) as a (id uuid, history_id uuid, duration_millis int, outcome text, error text, exchange jsonb)
      where  exists (select from notification_send_history h where h.id = a.history_id)`.execute(tx);
  const fallbackAt = await writeFallbacks(tx, tools.newId, results.flatMap(givenUp));
  const { common, own } = lastRows(results);
  await sql`
    update notification_send_history h
    -- A message to a playbook gets its status from the run, which may have ended already, or may have failed to start.
    set    status = case when ${isOfRun} then h.status else c.status end,
           error = case when ${isOfRun} then h.error else c.error end,
           waiting = c.waiting, not_before = c.not_before, retries = coalesce(c.retries, h.retries),
           duration_millis = coalesce(r.duration_millis, h.duration_millis),
           sent_at = case when c.status = 'sent' then now() else h.sent_at end,
           message_ref = coalesce(c.message_ref, h.message_ref), delivered_parts = c.delivered_parts,
           body = coalesce(r.text ->> 'body', (r.text ->> 'title') || e'\\n\\n' || (r.text ->> 'summary'), h.body),
           body_payload = coalesce(r.text, h.body_payload),
           is_open = h.is_open and c.status <> 'skipped' and (c.status <> 'error' or c.delivered_parts is not null),
           trail = case when c.step is null then h.trail else h.trail || c.step end
    from   jsonb_to_recordset(${own}::jsonb) as r (id uuid, place int, duration_millis int, text jsonb)
    join   rows from (jsonb_to_recordset(${common}::jsonb) as (
             status text, waiting text, not_before timestamptz, retries int, error text, message_ref jsonb, delivered_parts jsonb,
             step jsonb
           )) with ordinality as c on c.ordinality = r.place
    where  h.id = r.id`.execute(tx);
  return fallbackAt;
}

const givenUp = ({ id, state, rule, sent }: Result): GivenUp[] =>
  rule && !("retryAt" in state) && state.status === "error" ? [{ id, rule, error: sent?.error }] : [];

/**
 * Returns one row per message, because a message that was retried at once has several results, and an update would use
 * an arbitrary one of them. Most results are similar, so their common columns are sent once.
 */
function lastRows(results: readonly Result[]): { common: string; own: string } {
  const states = new Map<string, State>();
  const last = new Map<string, Result>();
  for (const result of results) {
    const state = stateOf(result);
    states.set(result.id, { ...state, retries: state.retries ?? states.get(result.id)?.retries ?? null });
    last.set(result.id, result);
  }
  const common = new Map<string, number>();
  const own = Array.from(last.values(), ({ id, sent, text }) => {
    const state = JSON.stringify(states.get(id));
    const place = common.get(state) ?? common.size + 1;
    common.set(state, place);
    return { id, place, duration_millis: sent?.durationMs ?? null, text };
  });
  return { common: `[${[...common.keys()].join(",")}]`, own: JSON.stringify(own) };
}

/** The columns that most messages of a batch have in common. */
interface State {
  status: string;
  waiting: "retry" | null;
  not_before: string | null;
  retries: number | null;
  error: string | null;
  message_ref: Json | null;
  delivered_parts: Readonly<Record<string, Json>> | null;
  step: object | null;
}

function stateOf({ state, sent, reason }: Result): State {
  const isRetry = "retryAt" in state;
  // The next attempt skips these targets. After the last attempt, they get the recovery.
  const parts = isRetry || state.status === "error" ? Object.entries(sent?.parts ?? {}) : [];
  return {
    status: isRetry ? "pending" : state.status,
    waiting: isRetry ? "retry" : null,
    not_before: isRetry ? new Date(state.retryAt).toISOString() : null,
    retries: isRetry ? state.retries : null,
    error: sent?.error ?? reason ?? null,
    message_ref: sent?.reference ?? null,
    delivered_parts: parts.length === 0 ? null : Object.fromEntries(parts),
    step:
      reason === undefined
        ? null
        : [{ at: new Date().toISOString(), step: "recipient", result: "blocked", text: reason }],
  };
}
