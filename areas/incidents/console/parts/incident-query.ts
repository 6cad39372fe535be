// One incident with its hypotheses, evidence and comments, and its responders and history.
import { queryOptions } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import type { Tables } from "#generated/tables.ts";
import type { Json } from "#language/columns.ts";

export interface Person {
  id: string;
  name: string;
  avatar: string | null;
}

const PERSON = "id,name,avatar";

type EvidenceColumns = Pick<
  Tables["evidences"]["Row"],
  | "id"
  | "description"
  | "hypothesis_id"
  | "type"
  | "config_id"
  | "config_change_id"
  | "config_analysis_id"
  | "component_id"
  | "check_id"
  | "evidence"
  | "definition_of_done"
  | "done"
  | "script"
  | "script_result"
  | "created_at"
  | "updated_at"
>;

export interface Evidence extends EvidenceColumns {
  created_by: Person | null;
  /** The linked rows; null if nothing is linked, the row was deleted, or the person is not allowed to read it. */
  component: { id: string; name: string; health: string | null; status: string | null } | null;
  config: { id: string; name: string; type: string; health: string | null; status: string | null } | null;
  change: {
    id: string;
    change_type: string;
    summary: string | null;
    severity: string | null;
    created_at: string;
  } | null;
  analysis: {
    id: string;
    analyzer: string;
    summary: string | null;
    message: string | null;
    status: string | null;
  } | null;
  check: { id: string; name: string; type: string; status: string | null } | null;
}

export interface Comment {
  id: string;
  comment: string;
  created_at: string;
  external_created_by: string | null;
  hypothesis_id: string | null;
  created_by: Person | null;
  responder: { team: { id: string; name: string; icon: string | null } | null } | null;
}

export interface Hypothesis extends Pick<
  Tables["hypotheses"]["Row"],
  "id" | "title" | "type" | "status" | "parent_id" | "created_at" | "updated_at"
> {
  created_by: Person | null;
  evidences: readonly Evidence[];
}

export interface Incident extends Pick<
  Tables["incidents"]["Row"],
  | "id"
  | "incident_id"
  | "title"
  | "description"
  | "type"
  | "status"
  | "severity"
  | "acknowledged"
  | "resolved"
  | "closed"
  | "created_at"
  | "updated_at"
> {
  created_by: Person | null;
  commander: Person | null;
  communicator: Person | null;
  rule: { id: string; name: string } | null;
  hypotheses: readonly Hypothesis[];
  /** Oldest first. Comments from other systems may belong to no hypothesis. */
  comments: readonly Comment[];
}

const EVIDENCE = [
  "*",
  `created_by(${PERSON})`,
  "component:components(id,name,health,status)",
  "config:config_items(id,name,type,health,status)",
  "change:config_changes(id,change_type,summary,severity,created_at)",
  "analysis:config_analysis(id,analyzer,summary,message,status)",
  "check:checks(id,name,type,status)",
].join(",");

const COMMENT = `id,comment,created_at,external_created_by,hypothesis_id,responder:responder_id(team:team_id(id,name,icon)),created_by(${PERSON})`;

const SELECT = [
  "*",
  `hypotheses(*,created_by(${PERSON}),evidences(${EVIDENCE}))`,
  `comments(${COMMENT})`,
  `created_by(${PERSON})`,
  `commander:commander_id(${PERSON})`,
  `communicator:communicator_id(${PERSON})`,
  "rule:incident_rule_id(id,name)",
].join(",");

/** Null if the incident does not exist, or the person is not allowed to read it. */
export const oneIncident = (id: string) =>
  queryOptions({
    queryKey: ["incidents", "one", id],
    queryFn: async ({ signal }) => {
      const found = await http<Incident[]>("GET", "/api/db/incidents", {
        query: { id: `eq.${id}`, select: SELECT, "comments.order": "created_at.asc" },
        signal,
      });
      return found[0] ?? null;
    },
    meta: { relations: ["hypotheses", "evidences", "comments"] },
  });

/** The version for If-Match, read just before a write. */
export async function storedTitle(id: string): Promise<{ title: string; updated_at: string } | undefined> {
  const found = await http<{ title: string; updated_at: string }[]>("GET", "/api/db/incidents", {
    query: { id: `eq.${id}`, select: "title,updated_at" },
  });
  return found[0];
}

export interface Responder extends Pick<
  Tables["responders"]["Row"],
  "id" | "external_id" | "created_at" | "acknowledged" | "resolved" | "closed" | "person_id" | "team_id"
> {
  type: string;
  /** Whether the responder was contacted; `recorded` if Quarterdeck does not contact responders of this type. */
  status?: "pending" | "delivered" | "failed" | "recorded";
  /** The recipient, or the reason why the responder was not contacted. */
  status_reason?: string | null;
  properties: Readonly<Record<string, Json | undefined>> | null;
  person: Person | null;
  team: { id: string; name: string; icon: string | null; spec: Json } | null;
}

export const respondersOf = (id: string) =>
  queryOptions({
    queryKey: ["responders", "of incident", id],
    queryFn: ({ signal }) =>
      http<readonly Responder[]>("GET", "/api/db/responders", {
        query: {
          incident_id: `eq.${id}`,
          select: `*,team:team_id(id,name,icon,spec),person:person_id(${PERSON})`,
          deleted_at: "is.null",
          order: "created_at.asc",
        },
        signal,
      }),
  });

export interface HistoryEntry {
  id: string;
  type: string;
  /** The new status, or the former text or value. */
  description: string | null;
  /** The reason for an automatic change. */
  reason?: string | null;
  created_at: string;
  created_by: Person | null;
  evidence: {
    id: string;
    type: EvidenceColumns["type"];
    components: { name: string } | null;
    config_items: { name: string } | null;
    config_changes: { change_type: string } | null;
    config_analysis: { analyzer: string } | null;
    checks: { name: string } | null;
  } | null;
  hypothesis: { id: string; title: string } | null;
  responder: { id: string; type: string; person: { name: string } | null; team: { name: string } | null } | null;
  comment: { id: string; comment: string } | null;
}

const HISTORY = [
  "*",
  `created_by(${PERSON})`,
  "evidence:evidences(id,type,components(name),config_items(name),config_changes(change_type),config_analysis(analyzer),checks(name))",
  "hypothesis:hypotheses(id,title)",
  "responder:responders(id,type,person:person_id(name),team:team_id(name))",
  "comment:comments(id,comment)",
].join(",");

const MAX_HISTORY = 500;

/** The newest entries first. */
export const historyOf = (id: string) =>
  queryOptions({
    queryKey: ["incident_histories", "of incident", id],
    queryFn: ({ signal }) =>
      http<readonly HistoryEntry[]>("GET", "/api/db/incident_histories", {
        query: { incident_id: `eq.${id}`, select: HISTORY, order: "created_at.desc", limit: MAX_HISTORY },
        signal,
      }),
    meta: { relations: ["incidents", "hypotheses", "evidences", "comments", "responders"] },
  });

type Times = Pick<Incident, "created_at" | "acknowledged" | "resolved" | "closed">;

const since = (start: string, end: string | null) =>
  end === null ? undefined : Math.max(0, Date.parse(end) - Date.parse(start));

/**
 * How long an incident took to be acknowledged and resolved, in milliseconds; undefined until then. A closed incident
 * that was never resolved ended when it was closed.
 */
export const timesOf = ({ created_at, acknowledged, resolved, closed }: Times) => ({
  acknowledge: since(created_at, acknowledged),
  resolve: since(created_at, resolved),
  end: resolved ?? closed,
});
