// Turns a batch of events into messages: finds the rules and recipients of each event, decides about each message, and
// records it in the ledger.
import type { Tx } from "#server/db/pool.ts";
import type { TakenEvent } from "#server/jobs/inbox.ts";
import type { Event } from "#server/events.ts";
import { recipientWith, type Recipient } from "../rules/recipients.ts";
import type { Rule, RuleBook } from "../rules/rule-book.ts";
import type { Decision, Step } from "./decide.ts";
import { releaseHeld } from "./dependencies.ts";
import { Digests } from "./digests.ts";
import { subjectOf, type Subject } from "./environment.ts";
import { FilterFault, matches, type FilterOptions } from "./filters.ts";
import { leaveGroups, releaseGrouped } from "./groups.ts";
import { Judge, type Candidate } from "./judge.ts";
import { isOnItsWay } from "./known-rows.ts";
import { Ledger, type LedgerRow } from "./ledger.ts";
import { clearRuleError, isPaused, pauseRule } from "./paused-rules.ts";
import { loadResources, type Loaded } from "./resources.ts";
import { messageRowOf } from "./prepared.ts";
import type { Outcome, PipelineTools, Ticket } from "./tools.ts";

export async function matchEvents(tx: Tx, tools: PipelineTools, taken: readonly TakenEvent[]): Promise<Outcome> {
  const book = await tools.rules(tx);
  const wanted = taken.filter(({ event }) => isWanted(book, tools, event));
  const batch = new Batch(tx, tools, book, Date.now());
  await batch.run(
    wanted.map(({ event }) => event),
    new Set(wanted.filter(({ attempts }) => attempts >= maxLateFilters).map(({ event }) => event)),
  );
  return batch.outcome();
}

/** Events that no rule listens to, and that end no problem, are ignored. */
const isWanted = (book: RuleBook, { system }: PipelineTools, { name }: Event) =>
  book.listening(name).length > 0 || system.eventNames.endedBy(name).length > 0;

/** Number of timeouts after which a filter pauses its rule, so that other rules get the event. */
export const maxLateFilters = 2;

const idOf = (event: Event) => event["id"] as string;

/** Decides about messages in one transaction; also used for messages that waited. */
export class Batch {
  readonly tx: Tx;
  readonly tools: PipelineTools;
  readonly book: RuleBook;
  readonly now: number;
  readonly ledger: Ledger;
  readonly judge: Judge;
  readonly #digests: Digests;
  readonly #tickets: Ticket[] = [];
  readonly #prepared: { row: ReturnType<Ledger["insert"]>; subject: Subject }[] = [];
  readonly #paused = new Set<string>();
  /** Messages that reported a group but were not sent. */
  readonly #endedHeads: string[] = [];
  #dueAt: number | undefined;

  constructor(tx: Tx, tools: PipelineTools, book: RuleBook, now: number) {
    this.tx = tx;
    this.tools = tools;
    this.book = book;
    this.now = now;
    this.ledger = new Ledger(tx, now);
    this.judge = new Judge(tx, tools, book, this.ledger);
    this.#digests = new Digests(tx, this.ledger, tools.newId, tools.settings());
  }

  outcome(): Outcome {
    const at = this.ledger.writtenAt;
    const prepared = this.#prepared.map(({ row, subject }) => ({ row: messageRowOf(row, at!), subject }));
    return { tickets: this.#tickets, prepared, dueAt: this.#dueAt };
  }

  /** `late` are events for which a filter timed out several times. */
  async run(events: readonly Event[], late: ReadonlySet<Event> = new Set()): Promise<void> {
    if (events.length === 0) return;
    const { eventNames } = this.tools.system;
    await this.judge.prepare(events.map(idOf), events);
    const needed = this.#needed(events);
    const subjects = await this.subjects(needed);
    await this.judge.loadRows([...subjects.values()].map(({ id }) => id));
    const recovered: Subject[] = [];
    const tags = await this.tools.tags();
    for (const event of needed) {
      const loaded = subjects.get(event);
      if (!loaded) continue;
      const subject = subjectOf(event, loaded, tags);
      const ended = eventNames.endedBy(event.name);
      if (ended.length > 0) recovered.push(subject);
      const recoveries = ended.length > 0 ? this.#recover(subject, ended) : new Map<string, LedgerRow>();
      await this.#handle(subject, recoveries, { isFinal: late.has(event) });
    }
    if (recovered.length > 0) await leaveGroups(this.tx, recovered);
    await this.finish();
    const passed = events.filter(({ name }) => name === "check.passed").map(idOf);
    this.due(await releaseHeld(this.tx, passed));
  }

  /** A recovery is needed only if a problem of its resource is open, or is opened by this batch. */
  #needed(events: readonly Event[]): readonly Event[] {
    const isListened = ({ name }: Event) => this.book.listening(name).length > 0;
    const resources = new Set(events.filter(isListened).map(idOf));
    return events.filter((event) => resources.has(idOf(event)) || this.judge.known.open(idOf(event)).length > 0);
  }

  /** Writes the ledger. */
  async finish(): Promise<void> {
    await this.ledger.flush();
    if (this.#endedHeads.length > 0 && (await releaseGrouped(this.tx, this.#endedHeads.splice(0)))) this.due(this.now);
  }

  /** Loads the resources of events. */
  async subjects(events: readonly Event[]): Promise<Map<Event, Loaded>> {
    const silenced = await this.tools.silences.mentions?.();
    const withDocuments =
      this.book.mentions("config.config") || this.book.mentions("canary.spec") || (silenced?.size ?? 0) > 0;
    return loadResources(this.tx, events, { withDocuments });
  }

  /**
   * Ends the open problems of the resource. Returns the problems whose recipients get a recovery, by rule and
   * recipient.
   */
  #recover(subject: Subject, ended: readonly string[]): Map<string, LedgerRow> {
    const recoveries = new Map<string, LedgerRow>();
    const open = this.judge.known.open(subject.id).filter((row) => ended.includes(row.source_event));
    if (open.length > 0) this.ledger.close(subject.id, ended);
    for (const row of open) {
      row.is_open = false;
      if (row.waiting === "wait-for")
        this.end(row, "skipped", this.step("wait", "blocked", "The resource recovered while the message waited."));
      else if (row.waiting === "fallback")
        this.end(
          row,
          "skipped",
          this.step("fallback", "blocked", "The resource recovered before the fallback was sent."),
        );
      else if (row.waiting === "dependency") this.endHeld(row, "The resource recovered while the message was held.");
      else {
        // A failed message counts as open only if some of its targets received it.
        if (isOnItsWay(row) || row.waiting === "quiet-hours" || row.status === "error")
          recoveries.set(`${row.notification_id} ${row.recipient_key}`, row);
      }
    }
    return recoveries;
  }

  step(step: Step["step"], result: Step["result"], text: string, id?: string | null): Step {
    return { at: new Date(this.now).toISOString(), step, result, text, ...(typeof id === "string" && { id }) };
  }

  /** Ends a waiting message without sending it. If a row with the same result exists, that row counts the message. */
  end(
    row: LedgerRow,
    status: "skipped" | "inhibited" | "silenced" | "repeat-interval" | "grouped" | "digested",
    step: Step | readonly Step[],
    more: { parentId?: string | null; silencedBy?: string | undefined } = {},
  ): void {
    const steps = Array.isArray(step) ? (step as readonly Step[]) : [step as Step];
    this.ledger.move(row, { status, waiting: null, isOpen: false, steps, ...more });
    if (row.purpose !== "event") return;
    if (row.group_id !== null) {
      if (status !== "grouped") this.#endedHeads.push(row.id);
      return;
    }
    const counted = this.judge.known.blocked(row, this.now - this.tools.settings().dedupMs);
    if (!counted) return;
    this.ledger.merge(counted, row);
    this.judge.known.remove(row);
  }

  /** Ends a message held by a dependency; the message about the other check covers it. */
  endHeld(row: LedgerRow, text: string): void {
    const parentId = (row.held_by === null ? undefined : this.judge.messageAbout(row, row.held_by)) ?? row.parent_id;
    this.end(row, "inhibited", this.step("dependency", "blocked", text, parentId), { parentId });
  }

  async #handle(subject: Subject, recoveries: Map<string, LedgerRow>, filtering: FilterOptions): Promise<void> {
    for (const rule of this.book.listening(subject.event.name)) {
      if (this.#paused.has(rule.id) || isPaused(rule, this.now, this.tools.settings().errorResetMs)) continue;
      try {
        await this.#handleRule(subject, rule, recoveries, filtering);
      } catch (error) {
        if (!(error instanceof FilterFault)) throw error;
        this.#paused.add(rule.id);
        await pauseRule(this.tx, rule, error.message);
      }
    }
    for (const row of recoveries.values()) await this.#sendRecovery(subject, row);
  }

  async #handleRule(
    subject: Subject,
    rule: Rule,
    recoveries: Map<string, LedgerRow>,
    filtering: FilterOptions,
  ): Promise<void> {
    if (!(await matches(rule.filter, subject, filtering))) return;
    const recipients: Recipient[] = [];
    // All filters are evaluated first, so that a rule that is paused sends nothing.
    for (const recipient of rule.recipients)
      if (await matches(recipient.filter, subject, filtering)) recipients.push(recipient);
    if (rule.error !== null) await clearRuleError(this.tx, rule);
    for (const recipient of recipients) {
      const key = `${rule.id} ${recipient.key}`;
      await this.#add({ subject, rule, recipient, recovers: recoveries.get(key) });
      recoveries.delete(key);
    }
  }

  async #add(candidate: Candidate): Promise<void> {
    const { subject, rule, recipient, recovers } = candidate;
    const { event } = subject;
    const steps = [
      this.step("rule", "passed", `The rule ${rule.name} listens to ${event.name}.`, rule.id),
      this.step("filter", "passed", rule.filter === undefined ? "The rule has no filter." : "The filter is true."),
    ];
    const groupId = recovers ? undefined : await this.judge.join(candidate);
    const decision =
      recipient.fault === undefined || recipient.channel !== "playbook"
        ? await this.judge.decision(candidate, { groupId })
        : { status: "skipped" as const, steps: [this.step("recipient", "blocked", recipient.fault)] };
    if (decision.status === "digested") await this.#digest(rule, recipient, decision);
    if (this.#raises(candidate, decision)) return;
    const isOpen =
      (decision.status === "sending" || decision.status === "pending") &&
      this.tools.system.eventNames.isProblem(event.name);
    const id = this.tools.newId();
    const row = this.ledger.insert({
      id,
      rule,
      recipient,
      purpose: "event",
      subject,
      decision,
      steps,
      isOpen,
      groupId,
    });
    if (recovers) row.parent_id = recovers.id;
    // Not for other messages: they depend on further rows, which the delivery reads later.
    else if (decision.status === "sending" && groupId === undefined) this.#prepared.push({ row, subject });
    this.judge.known.add(row);
    this.#queue(row, rule, recipient, decision);
  }

  /** Counts the message in a row that is waiting or was blocked for the same reason. */
  #raises({ subject, rule, recipient }: Candidate, decision: Decision): boolean {
    if (decision.status === "sending") return false;
    const event = subject.event.name;
    if (decision.status === "pending") {
      const waiting = this.judge.known.waiting(rule.id, subject.id, recipient.key, event);
      if (waiting?.waiting !== decision.waiting) return false;
      this.ledger.raise(waiting!);
      return true;
    }
    const like = {
      notification_id: rule.id,
      resource_id: subject.id,
      recipient_key: recipient.key,
      source_event: event,
      status: decision.status,
      parent_id: decision.parentId ?? null,
      silenced_by: decision.silencedBy ?? null,
    };
    const blocked = this.judge.known.blocked(like, this.now - this.tools.settings().dedupMs);
    if (!blocked) return false;
    this.ledger.raise(blocked);
    return true;
  }

  async #digest(rule: Rule, recipient: Recipient, decision: Decision): Promise<void> {
    const { id, at } = await this.#digests.next(rule, recipient);
    decision.parentId = id;
    this.due(at);
  }

  due(at: number | undefined): void {
    if (at !== undefined) this.#dueAt = Math.min(this.#dueAt ?? at, at);
  }

  #queue(row: LedgerRow, rule: Rule, recipient: Recipient, decision: Decision): void {
    this.due(decision.notBefore);
    if (decision.status === "sending" || decision.waiting === "quiet-hours")
      this.tools.limits.add(rule.id, recipient.key, this.now);
    if (decision.status === "sending") this.send(row, recipient);
  }

  send(row: LedgerRow, recipient: Pick<Recipient, "destination">): void {
    const { destination } = recipient;
    this.#tickets.push({ id: row.id, destination, lane: row.resource_id, retries: 0 });
  }

  /** A message that waited is decided again. */
  async again(row: LedgerRow, candidate: Candidate): Promise<void> {
    const decision = await this.judge.decision(candidate, { row, groupId: row.group_id ?? undefined });
    const { rule, recipient } = candidate;
    if (decision.status === "digested") await this.#digest(rule, recipient, decision);
    if (decision.status !== "sending" && decision.status !== "pending")
      return this.end(row, decision.status, decision.steps, {
        parentId: decision.parentId ?? null,
        silencedBy: decision.silencedBy,
      });
    // The message already counted towards the limit before it waited for the end of the quiet hours.
    const isCounted = row.waiting === "quiet-hours";
    this.ledger.move(row, {
      status: decision.status,
      waiting: decision.waiting ?? null,
      notBefore: decision.notBefore,
      heldBy: decision.heldBy,
      parentId: decision.parentId,
      steps: decision.steps,
    });
    if (!isCounted) this.#queue(row, rule, recipient, decision);
    else if (decision.status === "sending") this.send(row, recipient);
    this.due(decision.notBefore);
  }

  /** Sends the recovery of a rule that does not listen to the recovery itself. */
  async #sendRecovery(subject: Subject, problem: LedgerRow): Promise<void> {
    const rule = this.book.rules.get(problem.notification_id ?? "");
    const recipient = recipientWith(rule, problem.recipient_key);
    if (!rule || !recipient) return;
    const candidate = { subject, rule, recipient, recovers: problem };
    const decision = { ...(await this.judge.decision(candidate, {})), parentId: problem.id };
    const id = this.tools.newId();
    const row = this.ledger.insert({
      id,
      rule,
      recipient,
      purpose: "resolved",
      subject,
      decision,
      steps: [],
      isOpen: false,
    });
    this.due(decision.notBefore);
    if (decision.status === "sending") this.send(row, recipient);
  }
}
