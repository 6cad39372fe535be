// Decides again about messages whose waiting time is over: after waitFor, a dependency or quiet hours, for a digest or a
// fallback.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";
import { healthOf, subjectOf, type Snapshot } from "./environment.ts";
import { FilterFault, matches } from "./filters.ts";
import { ledgerColumns, type LedgerRow } from "./ledger.ts";
import { Batch } from "./match.ts";
import { pauseRule } from "./paused-rules.ts";
import type { Loaded } from "./resources.ts";
import type { Outcome, PipelineTools } from "./tools.ts";

interface DueRow extends LedgerRow {
  payload: Event;
  resource_health: string | null;
  resource_status: string | null;
  resource_health_description: string | null;
}

const maxRows = 500;

export interface DueOutcome extends Outcome {
  /** Whether there may be more due messages. */
  isMore: boolean;
}

export async function decideDue(tx: Tx, tools: PipelineTools): Promise<DueOutcome> {
  const { rows } = await sql<DueRow>`
    select ${ledgerColumns}, h.payload, h.resource_health, h.resource_status, h.resource_health_description
    from   notification_send_history h
    where  h.waiting is not null and h.waiting <> 'retry' and h.not_before <= ${new Date().toISOString()}
    order  by h.not_before, h.id
    limit  ${maxRows}
    for    update`.execute(tx);
  if (rows.length === 0) return { tickets: [], dueAt: undefined, isMore: false };
  const due = new DueBatch(tx, tools, await tools.rules(tx));
  await due.run(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  return { ...due.batch.outcome(), isMore: rows.length === maxRows };
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
    await batch.prepare(
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
    const recipient = (row.purpose === "fallback" ? rule?.fallback : rule?.recipients)?.find(
      ({ key }) => key === row.recipient_key,
    );
    if (!rule || !recipient) {
      const text = rule ? "The recipient is no longer part of the rule." : "The rule was deleted.";
      return batch.end(row, "skipped", batch.step("rule", "blocked", text));
    }
    if (row.purpose === "fallback") {
      batch.ledger.move(row, { status: "attempting_fallback", waiting: null, steps: [] });
      return batch.send(row, recipient);
    }
    if (row.purpose === "digest") {
      batch.ledger.move(row, { status: "sending", waiting: null, steps: [] });
      return batch.send(row, recipient);
    }
    const loaded = this.#loaded.get(row);
    if (!loaded) return this.#skip(row, "The resource was deleted.");
    if (row.waiting === "wait-for" || row.waiting === "dependency")
      return this.#reevaluate(row, rule, recipient, loaded);
    const subject = subjectOf(row.payload, loaded, await batch.tools.tags(), snapshotOf(row));
    return batch.again(row, { subject, rule, recipient });
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
    if (!isObserved && (rule.evaluationMs ?? 0) > 0) return this.#observe(row, batch.now + rule.evaluationMs!);
    // The current state replaces the state at the time of the event.
    const current = subjectOf(row.payload, loaded, await batch.tools.tags());
    try {
      if (!(await matches(rule.filter, current.environment))) return this.#skip(row, "The filter is no longer true.");
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      await pauseRule(batch.tx, rule, error.message);
      return this.#skip(row, `The filter failed: ${error.message}`);
    }
    await batch.again(row, { subject: current, rule, recipient });
  }

  /** A scraper may need some time to notice that a config item recovered. */
  #observe(row: DueRow, notBefore: number): void {
    const { batch } = this;
    const step = batch.step("wait", "held", "The resource is observed until the end of the evaluation period.");
    batch.ledger.move(row, { status: "evaluating-waitfor", waiting: "wait-for", notBefore, steps: [step] });
    batch.due(notBefore);
  }
}

const snapshotOf = (row: DueRow): Snapshot => ({
  health: row.resource_health,
  status: row.resource_status,
  description: row.resource_health_description,
});
