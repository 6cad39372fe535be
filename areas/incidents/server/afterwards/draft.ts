// Writes the draft of a post-mortem in Markdown from the incident data. People edit it and add the reasons.
import { printShare } from "#lib/text/numbers.ts";
import { titleOf } from "#lib/text/words.ts";
import { printMinute } from "#lib/time/dates.ts";
import { printDuration } from "#lib/time/duration.ts";
import type { IncidentReplay } from "../../contract/afterwards.ts";
import { because, historyText } from "../timeline/sentences.ts";
import type { EvidenceRow, HistoryRow, HypothesisRow, IncidentRecord } from "./incident-record.ts";

const utc = (text: string) => `${printMinute(Date.parse(text), "UTC")} UTC`;

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/**
 * Texts of people must not change the structure of the document: they are joined into one line, and characters are
 * escaped that would format the text or start a list, rule, heading or code block.
 */
export const escaped = (text: string) =>
  oneLine(text)
    .replaceAll(/([\\`*_[\]<>#|~])/g, "\\$1")
    .replace(/^([-+=])/, "\\$1")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");

export function draftOf(record: IncidentRecord, replay: IncidentReplay): string {
  return [
    `# ${record.incident.incident_id}: ${escaped(record.incident.title)}`,
    section("Summary", summaryOf(record)),
    section("Impact", impactOf(record, replay)),
    section("Timeline", timelineOf(record, replay)),
    section("What was tried", triedOf(record)),
    section("Evidence", evidenceOf(record)),
    section("Follow-ups", followUpsOf(record)),
  ].join("\n\n");
}

const section = (title: string, lines: readonly string[]) => [`## ${title}`, "", ...lines].join("\n");
const orNone = (lines: readonly string[], none: string) => (lines.length > 0 ? lines : [none]);

const between = (from: string, to: string) => printDuration(Date.parse(to) - Date.parse(from));

function summaryOf({ incident }: IncidentRecord): string[] {
  const {
    severity,
    type,
    status,
    created_at: start,
    acknowledged,
    resolved,
    closed,
    commander,
    description,
  } = incident;
  const end = resolved ?? closed;
  return [
    ...(description.trim() === "" ? [] : [escaped(description), ""]),
    `- Severity: ${titleOf(severity)}`,
    `- Type: ${titleOf(type)}`,
    `- Status: ${titleOf(status)}`,
    `- Commander: ${commander === null ? "none" : escaped(commander)}`,
    `- Started: ${utc(start)}`,
    `- Acknowledged: ${acknowledged === null ? "no" : `${utc(acknowledged)}, after ${between(start, acknowledged)}`}`,
    `- Resolved: ${end === null ? "no" : `${utc(end)}, after ${between(start, end)}`}`,
  ];
}

/** The share of the incident that must be known for an uptime of the whole incident. */
const WHOLE = 0.9;

/** The uptime of each resource between the start and the end of the incident. */
function impactOf({ incident, resources }: IncidentRecord, replay: IncidentReplay): readonly string[] {
  const start = Date.parse(incident.created_at);
  const end = Date.parse(incident.resolved ?? incident.closed ?? replay.to);
  const listed = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
  const lines = replay.resources
    .filter(({ kind, id, intervals }) => listed.has(`${kind} ${id}`) && intervals.length > 0)
    .map(({ kind, name, intervals }) => {
      // A failure starts before its incident is opened, so the impact is measured from the start of the failure.
      const failures = intervals.filter(({ health }) => health === "unhealthy" || health === "warning");
      const first = failures.find(({ to }) => Date.parse(to) > start - 60_000);
      const from = Math.min(start, first ? Date.parse(first.from) : start);
      const inside = (each: { from: string; to: string }) =>
        Math.max(0, Math.min(Date.parse(each.to), end) - Math.max(Date.parse(each.from), from));
      const down = failures.reduce((sum, each) => sum + inside(each), 0);
      const known = intervals.reduce((sum, each) => sum + inside(each), 0);
      const uptime = known === 0 ? "unknown" : printShare(1 - down / known);
      const since = first ? `, failing since ${utc(first.from)}` : "";
      // The history of a new resource begins during the incident.
      const span = known < (end - from) * WHOLE ? `of the known ${printDuration(known)}` : "during the incident";
      return `- ${kind} ${escaped(name)}: ${printDuration(down)} down, uptime ${uptime} ${span}${since}`;
    });
  return orNone(lines, "The history of the rule's resources is not available.");
}

interface Entry {
  at: string;
  text: string;
}

const maxEntries = 200;

function timelineOf({ history }: IncidentRecord, replay: IncidentReplay): readonly string[] {
  const entries: Entry[] = [
    ...history.map((row) => ({ at: row.created_at, text: sentenceOf(row) })),
    ...replay.changes.map(({ at, summary, config }) => ({
      at,
      text: `Change of ${escaped(config.name)}: ${escaped(summary)}`,
    })),
    ...replay.resources.flatMap(({ kind, name, intervals }) =>
      intervals
        .slice(1)
        .map(({ from, health }) => ({ at: from, text: `The ${kind} ${escaped(name)} became ${health}` })),
    ),
  ];
  const sorted = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const lines = sorted.slice(0, maxEntries).map(({ at, text }) => `- ${utc(at)} ${text}`);
  const more = sorted.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more entries`] : lines;
}

function sentenceOf({ type, description, reason, author, subject }: HistoryRow): string {
  const [known, about, why] = [description, subject, reason].map((text) => (text === null ? null : escaped(text)));
  const sentence = historyText({ type, description: known ?? null, hypothesis: about ?? null });
  return because(`${author === null ? "Somebody" : escaped(author)} ${sentence}`, why);
}

/** Prints the tree of hypotheses. */
function triedOf({ hypotheses }: IncidentRecord): readonly string[] {
  const children = Map.groupBy(hypotheses, ({ parent_id: parent }) => parent);
  const known = new Set(hypotheses.map(({ id }) => id));
  const print = (some: readonly HypothesisRow[], depth: number): string[] =>
    some.flatMap(({ id, type, title, status }) => [
      `${"  ".repeat(depth)}- ${titleOf(type)}: ${escaped(title)} (${status})`,
      ...(depth < 20 ? print(children.get(id) ?? [], depth + 1) : []),
    ]);
  const roots = hypotheses.filter(({ parent_id: parent }) => parent === null || !known.has(parent));
  return orNone(print(roots, 0), "No hypotheses were recorded.");
}

function evidenceOf({ evidence }: IncidentRecord): readonly string[] {
  const stateOf = ({ definition_of_done: isPart, done }: EvidenceRow) =>
    isPart ? `, definition of done: ${done ? "done" : "not done"}` : "";
  return orNone(
    evidence.map((row) => {
      const about = row.name === null ? "" : ` ${escaped(row.name)}`;
      const words = row.description.trim() === "" ? "" : `: ${escaped(row.description)}`;
      return `- ${titleOf(row.type)}${about}${words} (${utc(row.created_at)}${stateOf(row)})`;
    }),
    "No evidence was attached.",
  );
}

function followUpsOf({ hypotheses, evidence }: IncidentRecord): readonly string[] {
  const open = [
    ...hypotheses
      .filter(({ type, status }) => type === "solution" && status !== "disproven")
      .map(({ title }) => `- [ ] ${escaped(title)}`),
    ...evidence
      .filter((row) => row.definition_of_done && !row.done)
      .map((row) => `- [ ] Finish: ${escaped(row.description || (row.name ?? "evidence"))}`),
  ];
  return orNone(open, "- [ ] Describe how to prevent this incident.");
}
