// Decides about one message: an event, a rule that matches it, and a recipient. The constraints are evaluated in a
// fixed order; the first constraint that applies decides. Every decision is recorded as a list of sentences (the
// trail). The sentences do not contain the names of other resources and of silences, because some readers of the
// message are not allowed to see these names.
import { printDuration } from "#lib/time/duration.ts";

export type StepName =
  | "rule"
  | "filter"
  | "recipient"
  | "repeat-interval"
  | "silence"
  | "inhibition"
  | "dependency"
  | "group"
  | "rate-limit"
  | "wait"
  | "quiet-hours"
  | "fallback"
  | "resolved";

export interface Step {
  at: string;
  step: StepName;
  result: "passed" | "blocked" | "held" | "note";
  /** One sentence. */
  text: string;
  /** The row that caused the decision, such as a silence. */
  id?: string;
}

export type Waiting = "wait-for" | "dependency" | "quiet-hours" | "digest" | "fallback" | "retry";

export interface ParentCheck {
  checkId: string;
  messageId?: string | undefined;
  /** The time by which the check has probably run; undefined if the check fails already. */
  runsUntil?: number | undefined;
}

export interface Facts {
  now: number;
  repeatIntervalMs?: number | undefined;
  waitForMs?: number | undefined;
  /** The last message of this rule about the same event and resource, or group, to this recipient. */
  lastSent?: { id: string; at: number } | undefined;
  silence?: { id: string } | undefined;
  /** A message about a related resource that makes this message redundant. */
  inhibitor?: { id: string } | undefined;
  /**
   * A check that this check depends on, and the message about it. Set if that check fails, or if it runs soon and may
   * fail as well.
   */
  parent?: ParentCheck | undefined;
  /** The message that already reports the group of the resource. */
  groupMessage?: { id: string } | undefined;
  /** The number of messages to this recipient within the window, and the limit. */
  sentInWindow: number;
  maxMessages: number;
  windowMs: number;
  /** The end of the quiet hours of the recipient, unless the message is urgent. */
  quietUntil?: number | undefined;
  /** The recipient got a message about the problem that this event ends, so nothing may suppress the recovery. */
  isRecovery: boolean;
  /** The message about the problem that this event ends was suppressed, so the recovery needs no message either. */
  suppressedProblem?: { id: string; status: string } | undefined;
  /** The reason why a waiting message is decided again. */
  after?: Waiting | undefined;
}

export interface Decision {
  status: "sending" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "grouped" | "digested";
  steps: Step[];
  waiting?: Waiting;
  notBefore?: number;
  parentId?: string;
  silencedBy?: string;
  heldBy?: string;
}

/**
 * A message that is held back because of a dependency is decided again after this time, even without an event of the
 * other check.
 */
const dependencyCheckMs = 15 * 60_000;

export function decide(facts: Facts): Decision {
  const steps: Step[] = [];
  const at = new Date(facts.now).toISOString();
  const note = (step: StepName, result: Step["result"], text: string, id?: string) =>
    void steps.push({ at, step, result, text, ...(id !== undefined && { id }) });
  if (facts.isRecovery) note("resolved", "passed", "The recipient got the message about the problem.");
  else {
    const blocked = constrain(facts, note);
    if (blocked) return { ...blocked, steps };
  }
  if (facts.quietUntil !== undefined) {
    note("quiet-hours", "held", `The quiet hours of the recipient end at ${new Date(facts.quietUntil).toISOString()}.`);
    return { status: "pending", waiting: "quiet-hours", notBefore: facts.quietUntil, steps };
  }
  return { status: "sending", steps };
}

type Note = (step: StepName, result: Step["result"], text: string, id?: string) => void;
type Blocked = Omit<Decision, "steps">;

function constrain(facts: Facts, note: Note): Blocked | undefined {
  const { now, repeatIntervalMs, lastSent, silence, inhibitor, parent, groupMessage, after } = facts;
  if (facts.suppressedProblem) {
    const { id, status } = facts.suppressedProblem;
    note("resolved", "blocked", `The message about the problem was not sent (${status}).`, id);
    return { status: "skipped", parentId: id };
  }
  if (repeatIntervalMs !== undefined) {
    const interval = printDuration(repeatIntervalMs);
    if (lastSent && now - lastSent.at < repeatIntervalMs) {
      const ago = printDuration(Math.round((now - lastSent.at) / 1_000) * 1_000);
      note("repeat-interval", "blocked", `The last message was ${ago} ago; the interval is ${interval}.`, lastSent.id);
      return { status: "repeat-interval", parentId: lastSent.id };
    }
    note("repeat-interval", "passed", `No message was sent within the last ${interval}.`);
  }
  if (silence) {
    note("silence", "blocked", "A silence covers the resource.", silence.id);
    return { status: "silenced", silencedBy: silence.id };
  }
  note("silence", "passed", "No silence covers the resource.");
  if (inhibitor) {
    note("inhibition", "blocked", "The message about a related resource covers this one.", inhibitor.id);
    return { status: "inhibited", parentId: inhibitor.id };
  }
  // A check that does not fail can hold a message only once.
  if (parent && (parent.runsUntil === undefined || after !== "dependency")) {
    const { checkId, messageId, runsUntil } = parent;
    const text =
      runsUntil === undefined
        ? "A check that this one depends on fails."
        : "A check that this one depends on has not run since then.";
    note("dependency", "held", text, messageId);
    return {
      status: "pending",
      waiting: "dependency",
      heldBy: checkId,
      notBefore: runsUntil ?? now + dependencyCheckMs,
      ...(messageId !== undefined && { parentId: messageId }),
    };
  }
  if (groupMessage) {
    note("group", "blocked", "The message about another resource reports the same group.", groupMessage.id);
    return { status: "grouped", parentId: groupMessage.id };
  }
  const { waitForMs = 0 } = facts;
  if (waitForMs > 0 && after === undefined) {
    note("wait", "held", `The message waits ${printDuration(waitForMs)} for a recovery.`);
    return { status: "pending", waiting: "wait-for", notBefore: now + waitForMs };
  }
  // A message that waited for the end of quiet hours already passed the rate limit.
  if (after !== "quiet-hours" && facts.sentInWindow >= facts.maxMessages) {
    const { maxMessages, windowMs } = facts;
    const text = `The recipient got ${maxMessages} messages of the rule within ${printDuration(windowMs)}, so this one is part of a digest.`;
    note("rate-limit", "blocked", text);
    return { status: "digested" };
  }
  return undefined;
}
