// The calls about one incident or rule that are not rows of a table, with the types of their responses.
import { call, type Method } from "#language/call.ts";

interface Person {
  id: string;
  name: string;
  avatar?: string | null;
}

interface Shape<Answer, Query = undefined, Body = undefined> {
  params: { id: string };
  query: Query;
  body: Body;
  answer: Answer;
}

const ofIncident = <Answer, Query = undefined, Body = undefined>(method: Method, path: string) =>
  call<Shape<Answer, Query, Body>>(method, `/api/incidents/{id}/${path}`);

export type Lane = "history" | "message" | "playbook" | "change" | "transition" | "comment";

export interface TimelineEntry {
  id: string;
  at: string;
  lane: Lane;
  text: string;
  author?: Person | undefined;
  link?: string | undefined;
  tone?: "good" | "warn" | "bad" | undefined;
}

export interface Timeline {
  from: string;
  to: string;
  entries: readonly TimelineEntry[];
  /** Whether there are more entries than the server returns; the newest are kept. */
  isCut: boolean;
}

export const timeline = ofIncident<Timeline>("GET", "timeline");

/** A linked resource at one time. */
export interface ResourceState {
  at: string;
  kind: string;
  name: string;
  status?: string | null;
  health?: string | null;
  type?: string | null;
  message?: string | null;
  severity?: string | null;
  summary?: string | null;
}

export interface EvidenceState {
  id: string;
  hypothesis_id: string;
  then: ResourceState | null;
  /** Null if the resource was deleted, or the person may not read it. */
  now: ResourceState | null;
}

export const evidenceStates = ofIncident<readonly EvidenceState[]>("GET", "evidence");

export interface Suggestion {
  id: string;
  title: string;
  reason: string;
  hypothesis: { type: "root" | "factor" | "solution"; title: string };
  evidence: {
    type: "config" | "topology" | "check" | "config_analysis" | "config_change";
    config_id?: string;
    config_change_id?: string;
    check_id?: string;
    component_id?: string;
    config_analysis_id?: string;
  };
}

export const suggestions = ofIncident<readonly Suggestion[]>("GET", "suggestions");

export interface Postmortem {
  markdown: string;
  published_at: string | null;
  published_by: Person | null;
  isDraft: boolean;
  updated_at: string | null;
}

export const postmortem = ofIncident<Postmortem>("GET", "postmortem");
export const savePostmortem = ofIncident<Postmortem, undefined, { markdown: string; publish: boolean }>(
  "PUT",
  "postmortem",
);

export type Health = "healthy" | "unhealthy" | "warning" | "unknown";

export interface ReplayResource {
  kind: string;
  id: string;
  name: string;
  intervals: readonly { from: string; to: string; health: Health }[];
}

export interface ReplayChange {
  id: string;
  at: string;
  summary: string | null;
  config: { id: string; name: string; type: string };
  severity: string | null;
}

export interface Replay {
  from: string;
  to: string;
  resources: readonly ReplayResource[];
  changes: readonly ReplayChange[];
  /** Whether short intervals were joined, because there were too many. */
  isThinned: boolean;
}

export const replay = ofIncident<Replay>("GET", "replay");

export const exportPath = (id: string, format: "html" | "zip") => `/api/incidents/${id}/export.${format}`;

export interface FiguresQuery {
  from: string;
  to: string;
  by: "team" | "type" | "month";
}

/** Seconds; null without an incident that got this far. */
export interface Spread {
  median: number | null;
  p90: number | null;
}

export interface FiguresRow {
  group: string;
  incidents: number;
  acknowledge: Spread;
  mitigate: Spread;
  resolve: Spread;
}

export const FIGURES_PATH = "/api/incidents/figures";

export const figures = call<{
  params: undefined;
  query: FiguresQuery;
  body: undefined;
  answer: { rows: readonly FiguresRow[] };
}>("GET", FIGURES_PATH);

export interface PreviewedIncident {
  at: string;
  title: string;
  severity: string;
  resources: readonly { kind: string; id: string; name: string }[];
  /** The number of resources that joined the incident later. */
  joined: number;
}

export interface RulePreview {
  opened: readonly PreviewedIncident[];
  /** The number of failures that opened nothing, because they were too short or outside of the hours of operation. */
  skipped: number;
  isCut: boolean;
}

export const previewRule = call<{
  params: undefined;
  query: undefined;
  body: { spec: Readonly<Record<string, unknown>>; days: number };
  answer: RulePreview;
}>("POST", "/api/incident_rules/preview");

export const redact = call<{
  params: undefined;
  query: undefined;
  body: { table: "comments" | "evidences"; id: string; reason: string };
  answer: undefined;
}>("POST", "/api/incidents/redact");
