// The sentences of a timeline. A sentence starts with a verb if its author is shown before it. Pure functions.
import type { TimelineEntry } from "../../contract/model.ts";
import { responderLabel } from "../../responder-label.ts";

/** A row of the statement in read-timeline.ts. */
export interface TimelineRow {
  id: string;
  at: string;
  lane: TimelineEntry["lane"];
  about: Readonly<Record<string, string | null>>;
  author: { id: string; name: string; avatar: string | null } | null;
}

type About = TimelineRow["about"];
type Tone = NonNullable<TimelineEntry["tone"]>;

export function entryOf({ id, at, lane, about, author }: TimelineRow): TimelineEntry {
  const tone = toneOf(lane, about);
  const link = linkOf(lane, about);
  return {
    id,
    at,
    lane,
    text: textOf(lane, about),
    ...(author && { author }),
    ...(link !== undefined && { link }),
    ...(tone && { tone }),
  };
}

function textOf(lane: TimelineEntry["lane"], about: About): string {
  switch (lane) {
    case "history":
      return because(historyText(about), about["reason"]);
    case "comment":
      return about["external"] ? `${about["external"]}: ${about["text"]}` : about["text"]!;
    case "message":
      return about["text"] ?? messageText(about);
    case "playbook":
      return `Playbook ${about["name"]}: ${about["status"]!.replaceAll("_", " ")}`;
    case "change":
      return `${about["name"]}: ${about["change"]}${about["summary"] ? `, ${about["summary"]}` : ""}`;
    case "transition":
      return `${about["name"]} is ${about["health"] ?? "unknown"}${about["message"] ? `: ${about["message"]}` : ""}`;
  }
}

/** Adds the reason of an automatic change. */
export const because = (text: string, reason: string | null | undefined) => (reason ? `${text}: ${reason}` : text);

const messageText = ({ recipient, status, event, error }: About) =>
  `${event} to ${recipient ?? "a recipient"}: ${status}${error ? `, ${error}` : ""}`;

const quoted = (text: string | null | undefined) => (text ? ` “${text}”` : "");
const evidenceWords: Readonly<Record<string, string>> = {
  topology: "component",
  log: "log lines of",
  config_analysis: "insight",
};
const evidence = ({ evidence: type, resource }: About) =>
  !resource && type === "log"
    ? "log lines"
    : `${evidenceWords[type ?? ""] ?? (type ?? "evidence").replaceAll("_", " ")}${resource ? ` ${resource}` : ""}`;

const responder = ({ responder: name, responder_type: type }: About) =>
  name || type ? `the responder ${name ?? responderLabel(type!)}` : "a responder";

/** The sentence of each type of history entry. */
const sentences: Readonly<Record<string, (about: About) => string>> = {
  "incident.created": ({ description }) => `created ${description ?? "the incident"}`,
  "incident.status_updated": ({ description }) => `marked the incident as ${description}`,
  "incident.title_updated": ({ description }) => `changed the title, which was${quoted(description)}`,
  "incident.description_updated": () => "changed the description",
  "incident.severity_updated": ({ description }) => `changed the severity, which was ${description}`,
  "incident.type_updated": ({ description }) => `changed the type, which was ${description}`,
  "incident.commander_updated": ({ description }) => `changed the commander, who was ${description ?? "not set"}`,
  "incident.communicator_updated": ({ description }) => `changed the communicator, who was ${description ?? "not set"}`,
  "responder.created": (about) => `added ${responder(about)}`,
  "responder.deleted": (about) => `removed ${responder(about)}`,
  "responder.commented": (about) => `recorded a comment of ${responder(about)}`,
  "evidence.created": (about) => `added ${evidence(about)}`,
  "evidence.deleted": ({ description }) => `deleted evidence${quoted(description)}`,
  "evidence.redacted": (about) => `redacted ${evidence(about)}`,
  "evidence.moved": (about) => `moved ${evidence(about)}`,
  "evidence.description_updated": (about) => `changed the description of ${evidence(about)}`,
  "evidence.comment_updated": (about) => `changed the text of ${evidence(about)}`,
  "evidence.script_updated": (about) => `changed the script of ${evidence(about)}`,
  "evidence.done_definition_added": (about) => `added ${evidence(about)} to the definition of done`,
  "evidence.done_definition_removed": (about) => `removed ${evidence(about)} from the definition of done`,
  "evidence.done_definition_passed": (about) => `marked ${evidence(about)} as done`,
  "evidence.done_definition_regressed": (about) => `marked ${evidence(about)} as not done`,
  "hypothesis.created": ({ hypothesis }) => `added the hypothesis${quoted(hypothesis)}`,
  "hypothesis.status_updated": ({ hypothesis, description }) => `marked${quoted(hypothesis)} as ${description}`,
  "hypothesis.title_updated": ({ description }) => `renamed the hypothesis${quoted(description)}`,
  "hypothesis.type_updated": ({ hypothesis }) => `changed the type of${quoted(hypothesis)}`,
  "hypothesis.moved": ({ hypothesis }) => `moved${quoted(hypothesis)}`,
  "hypothesis.deleted": ({ description }) => `deleted the hypothesis${quoted(description)}`,
  "comment.updated": () => "edited a comment",
  "comment.deleted": () => "deleted a comment",
  "comment.redacted": () => "redacted a comment",
};

/** The types of history entries that have a sentence. */
export const historyTypes: readonly string[] = Object.keys(sentences);

/** The sentence for a history entry, without author and reason. */
export const historyText = (about: About) =>
  sentences[about["type"]!]?.(about) ?? about["type"]!.replaceAll(/[._]/g, " ");

const tones: Readonly<Record<string, Tone>> = {
  // Statuses of incidents, messages, playbook runs and health.
  resolved: "good",
  closed: "good",
  mitigated: "good",
  sent: "good",
  delivered: "good",
  completed: "good",
  healthy: "good",
  open: "bad",
  error: "bad",
  failed: "bad",
  timed_out: "bad",
  unhealthy: "bad",
  warning: "warn",
  // Severities of changes.
  critical: "bad",
  blocker: "bad",
  high: "bad",
  medium: "warn",
};

function toneOf(lane: TimelineEntry["lane"], about: About): Tone | undefined {
  if (lane === "history" && about["type"] === "incident.created") return "bad";
  const word = lane === "history" ? (about["type"] === "incident.status_updated" ? about["description"] : null) : null;
  return tones[word ?? about["health"] ?? about["status"] ?? about["severity"] ?? ""];
}

function linkOf(lane: TimelineEntry["lane"], about: About): string | undefined {
  const id = about["resource_id"];
  if (!id) return undefined;
  if (lane === "playbook") return `/playbooks/runs/${id}`;
  if (lane === "change") return `/catalog/${id}`;
  return about["kind"] === "check" ? `/health?layout=table&checkId=${id}` : `/topology/${id}`;
}
