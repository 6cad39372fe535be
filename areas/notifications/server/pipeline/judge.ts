// Loads the state that decisions about messages depend on, and decides about each message in one transaction.
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import { quietUntil } from "../rules/quiet-hours.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule, RuleBook } from "../rules/rule-book.ts";
import { decide, type Decision, type ParentCheck } from "./decide.ts";
import { holdingParent, loadParents, parentsOf, type Parents } from "./dependencies.ts";
import type { Subject } from "./environment.ts";
import { groupHash, groupMessage, joinGroup } from "./groups.ts";
import { findInhibitor, inhibitionsFor } from "./inhibit.ts";
import { KnownRows, loadKnownRows, timeOf } from "./known-rows.ts";
import type { Ledger, LedgerRow } from "./ledger.ts";
import type { SilenceSubject } from "./parts.ts";
import type { PipelineTools } from "./tools.ts";
import { suppressedStatuses } from "../../model.ts";

/** The part of a message that is known before the decision. */
export interface Candidate {
  subject: Subject;
  rule: Rule;
  recipient: Recipient;
  /** The open problem of this rule and recipient that the event ends. */
  recovers?: LedgerRow | undefined;
}

export class Judge {
  readonly tx: Tx;
  readonly tools: PipelineTools;
  readonly book: RuleBook;
  readonly ledger: Ledger;
  readonly known = new KnownRows();
  readonly now: number;
  #parents: Parents = new Map();

  constructor(tx: Tx, tools: PipelineTools, book: RuleBook, ledger: Ledger) {
    this.tx = tx;
    this.tools = tools;
    this.book = book;
    this.ledger = ledger;
    this.now = ledger.now;
  }

  /** Loads the state that decisions depend on. */
  async prepare(resources: readonly string[], events: readonly Event[]): Promise<void> {
    const { settings, limits } = this.tools;
    const { dedupMs, windowMs } = settings();
    const intervals = [...this.book.rules.values()].map(({ repeatIntervalMs = 0 }) => repeatIntervalMs);
    const horizon = intervals.reduce((longest, own) => Math.max(longest, own), dedupMs);
    const parents = events.flatMap(parentsOf);
    this.#since = this.now - horizon;
    await this.loadRows([...resources, ...parents]);
    await this.loadRows(this.known.holders());
    this.#parents = await loadParents(this.tx, parents, this.now);
    const rules = new Set(events.flatMap(({ name }) => this.book.listening(name).map(({ id }) => id)));
    await limits.load(this.tx, [...rules], windowMs);
  }

  #since = 0;
  readonly #loaded = new Set<string>();

  /** Loads the rows of resources that are not known yet. The id of an event may differ from the id of its resource. */
  async loadRows(resources: readonly string[]): Promise<void> {
    const missing = new Set(resources.filter((id) => !this.#loaded.has(id)));
    for (const id of missing) this.#loaded.add(id);
    for (const row of await loadKnownRows(this.tx, [...missing], this.#since)) this.known.add(row);
  }

  async decision(
    candidate: Candidate,
    { row, groupId }: { row?: LedgerRow; groupId?: string | undefined },
  ): Promise<Decision> {
    const { subject, rule, recipient, recovers } = candidate;
    const { settings, limits } = this.tools;
    const { maxMessages, windowMs } = settings();
    const isRecovery = recovers !== undefined || (row !== undefined && this.#isDelayedRecovery(row));
    const quiet = recipient.quiet && !isUrgent(candidate) ? quietUntil(recipient.quiet, this.now) : undefined;
    const facts = {
      now: this.now,
      maxMessages,
      windowMs,
      quietUntil: quiet,
      isRecovery,
      after: row?.waiting ?? undefined,
    };
    if (isRecovery) return decide({ ...facts, sentInWindow: 0 });
    const last = this.known.lastSent(rule.id, subject.id, recipient.key, subject.event.name);
    const inhibitions = inhibitionsFor(rule, subject);
    if (inhibitions.length > 0) await this.ledger.flush();
    return decide({
      ...facts,
      repeatIntervalMs: rule.repeatIntervalMs,
      waitForMs: rule.waitForMs,
      lastSent: last && { id: last.id, at: timeOf(last) },
      silence: await this.#silence(subject),
      inhibitor:
        inhibitions.length > 0 ? await findInhibitor(this.tx, rule, recipient.key, subject, inhibitions) : undefined,
      parent: this.#parent(candidate),
      groupMessage: groupId === undefined ? undefined : await this.#groupMessage(candidate, groupId, row),
      sentInWindow: limits.at(rule.id, recipient.key, this.now),
      suppressedProblem: this.#suppressedProblem(candidate),
    });
  }

  /** A recovery that waited for the end of quiet hours; its parent is the message about the problem. */
  #isDelayedRecovery({ purpose, waiting, parent_id: parent, source_event: event }: LedgerRow): boolean {
    if (purpose === "resolved") return true;
    return waiting === "quiet-hours" && parent !== null && this.tools.system.eventNames.endedBy(event).length > 0;
  }

  readonly #silenced = new Map<Subject, Promise<{ id: string } | undefined>>();

  #silence(subject: Subject): Promise<{ id: string } | undefined> {
    if (!isSilenceable(subject)) return Promise.resolve(undefined);
    const found = this.#silenced.get(subject) ?? this.tools.silences.match(subject, new Date(this.now));
    this.#silenced.set(subject, found);
    return found;
  }

  #parent({ subject, rule, recipient }: Candidate): ParentCheck | undefined {
    const holding = holdingParent(subject.event, this.#parents);
    if (!holding) return undefined;
    const { id: checkId, runsUntil } = holding;
    const messageId = this.known.lastSent(rule.id, checkId, recipient.key)?.id;
    return { checkId, runsUntil, ...(runsUntil === undefined && { messageId }) };
  }

  #intervalOf({ rule }: Candidate): number {
    return rule.groupByIntervalMs ?? this.tools.settings().groupMs;
  }

  async join(candidate: Candidate): Promise<string | undefined> {
    const hash = groupHash(candidate.rule, candidate.subject);
    if (hash === undefined) return undefined;
    const options = { intervalMs: this.#intervalOf(candidate), newId: this.tools.newId };
    return joinGroup(this.tx, candidate.rule, hash, candidate.subject, options);
  }

  async #groupMessage(candidate: Candidate, groupId: string, row: LedgerRow | undefined) {
    await this.ledger.flush();
    const { recipient, rule, subject } = candidate;
    const intervalMs = rule.repeatIntervalMs ?? this.#intervalOf(candidate);
    return groupMessage(this.tx, {
      groupId,
      recipient: recipient.key,
      resource: subject.id,
      intervalMs,
      before: row?.id,
    });
  }

  /** A rule that reports problems does not report the end of a problem that it did not report. */
  #suppressedProblem({ subject, rule, recipient }: Candidate): { id: string; status: string } | undefined {
    const ended = this.tools.system.eventNames.endedBy(subject.event.name);
    if (ended.length === 0) return undefined;
    const problem = this.known.newestOf(rule.id, subject.id, recipient.key, ended);
    return problem && suppressed.has(problem.status) ? { id: problem.id, status: problem.status } : undefined;
  }

  /**
   * The message of the same rule to the same recipient about another check: the last sent message or, if none was sent,
   * the last message.
   */
  messageAbout(
    { notification_id: rule, recipient_key: recipient }: Pick<LedgerRow, "notification_id" | "recipient_key">,
    check: string,
  ): string | undefined {
    const { known } = this;
    return (known.lastSent(rule!, check, recipient) ?? known.newestOf(rule!, check, recipient, ["check.failed"]))?.id;
  }
}

const suppressed: ReadonlySet<string> = new Set(suppressedStatuses);

const isSilenceable = (subject: Subject): subject is Subject & SilenceSubject =>
  subject.kind === "config" || subject.kind === "component" || subject.kind === "check" || subject.kind === "canary";

export const urgentSeverities: readonly string[] = ["critical", "blocker"];

/** Urgent messages do not wait in quiet hours. */
const isUrgent = ({ subject, rule }: Candidate) =>
  rule.isUrgent || (subject.kind === "check" && urgentSeverities.includes(String(subject.row["severity"])));
