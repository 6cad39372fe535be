// A run with its approvals and child runs, and the actions of all of them.
import { db, rows } from "#console/client/rows.ts";
import type { Tables } from "#generated/tables.ts";
import type { Json } from "#language/columns.ts";
import type { PlannedAction } from "../../contract.ts";
import type { ShownSpec } from "../parts/playbooks-query.ts";
import { RUN_COLUMNS, type RunRow } from "./runs-query.ts";

type StoredRun = Tables["playbook_runs"]["Row"];
type StoredAction = Tables["playbook_run_actions"]["Row"];

export interface Approval {
  id: string;
  created_at: string;
  voided_at: string | null;
  person: { id: string; name: string } | null;
  team: { id: string; name: string } | null;
}

export interface RunDetail
  extends
    RunRow,
    Pick<
      StoredRun,
      | "scheduled_time"
      | "parent_id"
      | "parent_action_id"
      | "notification_send_id"
      | "config_id"
      | "component_id"
      | "check_id"
      | "parameters"
      | "request"
      | "plan_hash"
      | "cancelled_by"
    > {
  spec: ShownSpec;
  plan: readonly PlannedAction[] | null;
  former_plan: readonly PlannedAction[] | null;
  playbook_approvals: readonly Approval[];
}

const DETAIL_COLUMNS = [
  RUN_COLUMNS,
  "scheduled_time,parent_id,parent_action_id,notification_send_id,config_id,component_id,check_id,parameters,request,plan_hash",
  "spec,plan,former_plan,cancelled_by",
  "playbook_approvals(id,created_at,voided_at,person:person_id(id,name),team:team_id(id,name))",
].join(",");

/** The run and its child runs. */
export const runWithChildren = (id: string) =>
  rows(
    ["playbook_runs", "one", id],
    () =>
      db
        .from("playbook_runs")
        .select<string, RunDetail>(DETAIL_COLUMNS)
        .or(`id.eq.${id},parent_id.eq.${id}`)
        .order("created_at"),
    { of: ["playbook_approvals"] },
  );

export interface Artifact {
  id: string;
  filename: string;
  path: string;
  content_type: string | null;
  size: number;
  created_at: string;
}

export interface ActionRow extends Pick<
  StoredAction,
  | "id"
  | "name"
  | "playbook_run_id"
  | "status"
  | "scheduled_time"
  | "start_time"
  | "end_time"
  | "error"
  | "retry_count"
  | "position"
  | "timed_out"
  | "content_type"
  | "agent_id"
> {
  artifacts: readonly Artifact[];
  /** The calls of a language model. */
  generation: readonly ModelCall[] | null;
}

/** One call of a language model. */
export interface ModelCall {
  cost?: number | null;
  inputTokens?: number | null;
  outputTokens?: number | null;
}

const ACTION_COLUMNS = [
  "id,name,playbook_run_id,status,scheduled_time,start_time,end_time,error,retry_count,position,timed_out,content_type,agent_id",
  "generation:result->generationInfo",
  "artifacts(id,filename,path,content_type,size,created_at)",
].join(",");

export const actionsOfRuns = (ids: readonly string[]) => ({
  ...rows(
    ["playbook_run_actions", "of runs", ids],
    () =>
      db
        .from("playbook_run_actions")
        .select<string, ActionRow>(ACTION_COLUMNS)
        .in("playbook_run_id", [...ids])
        .is("artifacts.deleted_at", null)
        .order("scheduled_time")
        .order("id"),
    { of: ["artifacts"] },
  ),
  enabled: ids.length > 0,
});

/** The result of one action. It can be large, so it is loaded only for the selected action. */
export const resultOfAction = (id: string) => ({
  ...rows(["playbook_run_actions", "result", id], () =>
    db.from("playbook_run_actions").select<string, { result: Json | null }>("result").eq("id", id),
  ),
  select: (found: readonly { result: Json | null }[]) => found[0]?.result ?? null,
});

/** The name of a person; runs have no foreign key to the person who cancelled them. */
export const personName = (id: string) => ({
  ...rows(["people", "name", id], () => db.from("people").select<string, { name: string }>("name").eq("id", id)),
  select: (found: readonly { name: string }[]) => found[0]?.name,
});
