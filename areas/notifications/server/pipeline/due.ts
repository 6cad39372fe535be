// Decides about messages whose wait is over: waitFor, a dependency, quiet hours, a digest or a fallback.
import { sql, type Kysely } from "kysely";
import { scrapeKubernetesSoon } from "#areas/catalog/server/index.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Event } from "#server/events.ts";
import { quietUntil } from "../rules/quiet-hours.ts";
import { recipientWith, type Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";
import { healthOf, subjectOf, type Snapshot } from "./environment.ts";
import { FilterFault, matches } from "./filters.ts";
import { ledgerColumns, type LedgerRow } from "./ledger.ts";
import { urgentSeverities } from "./judge.ts";
import { Batch, maxLateFilters } from "./match.ts";
import { pauseRule } from "./paused-rules.ts";
import type { Loaded } from "./resources.ts";
import type { Outcome, PipelineTools } from "./tools.ts";

interface DueRow extends LedgerRow {
  payload: Event;
  resource_health: string | null;
  resource_status: string | null;
  resource_health_description: string | null;
  /** The number of failed attempts to decide. */
  retries: number;
}

/** The evaluation period for Kubernetes config items. */
const defaultEvaluationMs = 30_000;

const isDue = (now: number) =>
  sql`h.waiting is not null and h.waiting <> 'retry' and h.not_before <= ${new Date(now).toISOString()}`;

/** Returns the ids of messages that are due, at most `limit`. */
export async function findDue(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from notification_send_history h where ${isDue(Date.now())} order by h.not_before, h.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function decideDue(tx: Tx, tools: PipelineTools, ids: readonly string[]): Promise<Outcome> {
  const { rows } = await sql<DueRow>`
    select ${ledgerColumns}, h.payload, h.resource_health, h.resource_status, h.resource_health_description, h.retries
    from   notification_send_history h
    where  h.id = any (${ids}::uuid[]) and ${isDue(Date.now())}
    order  by h.id
    for    update`.execute(tx);
  const due = new DueBatch(tx, tools, await tools.rules(tx));
  if (rows.length > 0) await due.run(rows);
  return due.batch.outcome();
}

const postponeSeconds = 15;
const maxAttempts = 9;

/**
 * If the decision about a message fails, it is tried again later. After several attempts the message ends with an
 * error.
 */
export async function postponeDue(db: Kysely<DB>, id: string, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  const step = {
    at: new Date().toISOString(),
    step: "wait",
    result: "blocked",
    text: "The decision failed several times.",
  };
  await sql`
    update notification_send_history
    set    error = ${text}, retries = retries + 1,
           not_before = case when retries + 1 < ${maxAttempts} then now() + ${postponeSeconds} * 2 ^ retries * interval '1 s' end,
           status = case when retries + 1 < ${maxAttempts} then status else 'error' end,
           waiting = case when retries + 1 < ${maxAttempts} then waiting end,
           is_open = is_open and retries + 1 < ${maxAttempts},
           trail = case when retries + 1 < ${maxAttempts} then trail else trail || ${JSON.stringify([step])}::jsonb end
    where  id = ${id}`.execute(db);
}

class DueBatch {
  readonly batch: Batch;
  readonly #loaded = new Map<DueRow, Loaded>();

  constructor(tx: Tx, tools: PipelineTools, book: Awaited<ReturnType<PipelineTools["rules"]>>) {
    this.batch = new Batch(tx, tools, book, Date.now());
  }

  async run(rows: readonly DueRow[]): Promise<void> {
    const { batch } = this;
    const deciding = rows.filter(({ purpose }) => purpose !== "digest" && purpose !== "fallback");
    const events = deciding.map(({ payload }) => payload);
    const loaded = await batch.subjects(events);
    await batch.judge.prepare(
      deciding.map((row) => row.resource_id),
      events,
    );
    for (const row of deciding) {
      const resource = loaded.get(row.payload);
      if (resource) this.#loaded.set(row, resource);
    }
    for (const row of rows) await this.#decide(row);
    await batch.finish();
  }

  async #decide(row: DueRow): Promise<void> {
    const { batch } = this;
    const rule = batch.book.rules.get(row.notification_id ?? "");
    const recipient = recipientWith(rule, row.recipient_key);
    if (!rule || !recipient) {
      const text = rule ? "The recipient is no longer part of the rule." : "The rule was deleted.";
      return batch.end(row, "skipped", batch.step("rule", "blocked", text));
    }
    if (row.purpose === "fallback") {
      if (!row.is_open && batch.tools.system.eventNames.isProblem(row.source_event))
        return batch.end(row, "skipped", batch.step("fallback", "blocked", "The problem has ended."));
      batch.ledger.move(row, { status: "attempting_fallback", waiting: null, steps: [] });
      return batch.send(row, recipient);
    }
    if (row.purpose === "digest") return this.#digest(row, rule, recipient);
    const loaded = this.#loaded.get(row);
    if (!loaded) return this.#skip(row, "The resource was deleted.");
    if (row.waiting === "wait-for" || row.waiting === "dependency")
      return this.#reevaluate(row, rule, recipient, loaded);
    const subject = subjectOf(row.payload, loaded, await batch.tools.tags(), snapshotOf(row));
    return batch.again(row, { subject, rule, recipient });
  }

  /** A digest waits for the end of quiet hours unless one of its messages is urgent. */
  async #digest(row: DueRow, rule: Rule, recipient: Recipient): Promise<void> {
    const { batch } = this;
    const notBefore = recipient.quiet && quietUntil(recipient.quiet, batch.now);
    if (notBefore === undefined || rule.isUrgent || (await hasUrgentMember(batch.tx, row.id))) {
      batch.ledger.move(row, { status: "sending", waiting: null, steps: [] });
      return batch.send(row, recipient);
    }
    const text = `The quiet hours of the recipient end at ${new Date(notBefore).toISOString()}.`;
    const steps = [batch.step("quiet-hours", "held", text)];
    batch.ledger.move(row, { status: "pending", waiting: "digest", notBefore, steps });
    batch.due(notBefore);
  }

  #skip(row: DueRow, text: string): void {
    const { batch } = this;
    if (row.waiting === "dependency") batch.endHeld(row, text);
    else batch.end(row, "skipped", batch.step("wait", "blocked", text));
  }

  async #reevaluate(row: DueRow, rule: Rule, recipient: Recipient, loaded: Loaded): Promise<void> {
    const { batch } = this;
    const reported = healthOf(row.source_event);
    const health = (loaded.kind === "check" ? loaded.row["status"] : loaded.row["health"]) as string | null | undefined;
    if (reported !== undefined && health !== reported)
      return this.#skip(row, `The resource is ${health ?? "unknown"} now.`);
    const isObserved = loaded.kind !== "config" || row.waiting !== "wait-for" || row.status === "evaluating-waitfor";
    const periodMs = isObserved ? 0 : await this.#evaluationMs(rule, loaded);
    if (periodMs > 0) return this.#observe(row, batch.now + periodMs);
    // The current state replaces the state at the time of the event.
    const current = subjectOf(row.payload, loaded, await batch.tools.tags());
    try {
      // A filter that was too slow is tried again; see postponeDue.
      const isFinal = row.retries >= maxLateFilters;
      if (!(await matches(rule.filter, current, { isFinal }))) return this.#skip(row, "The filter is no longer true.");
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      await pauseRule(batch.tx, rule, error.message);
      return this.#skip(row, `The filter failed: ${error.message}`);
    }
    await batch.again(row, { subject: current, rule, recipient });
  }

  /** Kubernetes items are scraped once more, because cluster events may have been missed. */
  async #evaluationMs({ evaluationMs }: Rule, { row }: Loaded): Promise<number> {
    const { scraper_id: scraper } = row;
    const isScraped = typeof scraper === "string" && (await scrapeKubernetesSoon(this.batch.tx, scraper));
    return evaluationMs ?? (isScraped ? defaultEvaluationMs : 0);
  }

  /** A scraper may need some time to notice that a config item recovered. */
  #observe(row: DueRow, notBefore: number): void {
    const { batch } = this;
    const step = batch.step("wait", "held", "The resource is observed until the end of the evaluation period.");
    batch.ledger.move(row, { status: "evaluating-waitfor", waiting: "wait-for", notBefore, steps: [step] });
    batch.due(notBefore);
  }
}

async function hasUrgentMember(tx: Tx, digest: string): Promise<boolean> {
  const { rows } = await sql`
    select from notification_send_history h
    join   checks c on c.id = h.resource_id
    where  h.parent_id = ${digest} and h.status = 'digested' and c.severity = any (${urgentSeverities})
    limit  1`.execute(tx);
  return rows.length > 0;
}

const snapshotOf = (row: DueRow): Snapshot => ({
  health: row.resource_health,
  status: row.resource_status,
  description: row.resource_health_description,
});
