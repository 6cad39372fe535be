// A line of the changelog, split into plain text and highlighted names.
import { capitalise } from "#lib/text/words.ts";
import { responderLabel } from "../../responder-label.ts";
import { plainText } from "../comments/mentions.ts";
import { evidenceTypes } from "../parts/incident-words.ts";
import type { HistoryEntry } from "../parts/incident-query.ts";

export interface ChangeWords {
  /** The verb and the words after it. */
  text: string;
  /** The name of the changed object. */
  name?: string | undefined;
  /** The words after the name. */
  after?: string;
  /** The new status of the incident or of the hypothesis. */
  status?: { of: "incident" | "hypothesis"; value: string };
  /** A second line: the previous text, or the reason for an automatic change. */
  detail?: string | undefined;
}

/** Undefined for an entry that is not shown. */
export function changeWords(entry: HistoryEntry): ChangeWords | undefined {
  const { type, description, reason, hypothesis, comment } = entry;
  const because = reason ? { detail: reason } : {};
  const kindOf = () => (entry.evidence ? evidenceTypes[entry.evidence.type].label.toLowerCase() : "evidence");
  switch (type) {
    case "incident.created":
      return { text: "created Incident" };
    case "incident.status_updated":
      return {
        text: "marked as:",
        ...(description && { status: { of: "incident" as const, value: description } }),
        ...because,
      };
    case "responder.created":
      return { text: "added responder", name: responderName(entry) };
    case "evidence.created":
      return { text: `added ${kindOf()}`, name: evidenceNameOf(entry) };
    case "evidence.done_definition_added":
      return { text: `added DoD for ${kindOf()}`, name: evidenceNameOf(entry) };
    case "responder.commented":
      return { text: `${comment ? plainText(comment.comment) : "commented"} - ${responderName(entry) ?? "responder"}` };
    case "hypothesis.created":
      return { text: "added", name: hypothesis?.title, after: `, status is ${description ?? "possible"}` };
    case "hypothesis.status_updated":
      return {
        text: "marked",
        name: hypothesis?.title,
        ...(description && { status: { of: "hypothesis" as const, value: description } }),
        ...because,
      };
    case "incident_status.updated":
      return undefined;
    default:
      return {
        ...otherWords(
          type.replace(/^evidence\./, `${kindOf()}.`),
          description,
          evidenceNameOf(entry) ?? hypothesis?.title,
        ),
        ...because,
      };
  }
}

/** Past participles of events that are not edits. */
const events: Readonly<Record<string, string>> = {
  deleted: "deleted the",
  redacted: "redacted the",
  moved: "moved the",
  updated: "edited the",
  done_definition_removed: "removed DoD of the",
  done_definition_passed: "DoD is done:",
  done_definition_regressed: "DoD is no longer done:",
};

/** Edited texts are recorded as `{noun}.{field}_updated` with the former text. */
function otherWords(type: string, description: string | null, name: string | undefined): ChangeWords {
  const [noun = "", event = ""] = type.split(".", 2);
  const field = /^(.+)_updated$/.exec(event)?.[1];
  const words = field === undefined ? (events[event] ?? event.replaceAll("_", " ")) : `changed the ${field} of the`;
  const isGone = event === "deleted";
  return {
    text: `${words} ${noun}`,
    name: isGone ? (description ?? name) : name,
    ...(!isGone && description && { detail: `Before: ${description}` }),
  };
}

const responderName = ({ responder }: HistoryEntry) =>
  responder?.team?.name ?? responder?.person?.name ?? (responder ? responderLabel(responder.type) : undefined);

function evidenceNameOf({ evidence }: HistoryEntry): string | undefined {
  if (!evidence) return undefined;
  const { type, checks, config_items, components, config_analysis, config_changes } = evidence;
  const name =
    type === "check"
      ? checks?.name
      : type === "config"
        ? config_items?.name
        : type === "config_analysis"
          ? config_analysis?.analyzer
          : type === "config_change"
            ? config_changes?.change_type
            : components?.name;
  return name ?? undefined;
}

export const authorName = ({ created_by: author }: HistoryEntry) => (author ? capitalise(author.name) : "System");
