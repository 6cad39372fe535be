// Playbooks and their last runs.
import { db, rows } from "#console/client/rows.ts";
import type { Tables, Views } from "#generated/tables.ts";
import type { Json } from "#language/columns.ts";

export type PlaybookName = Pick<
  Views["playbook_names"]["Row"],
  "id" | "title" | "name" | "namespace" | "description" | "category" | "icon"
>;

export const playbookNames = rows(
  ["playbook_names"],
  () =>
    db
      .from("playbook_names")
      .select<string, PlaybookName>("id,title,name,namespace,description,category,icon")
      .order("title"),
  { of: ["playbooks"] },
);

export type LastRun = Pick<Tables["playbook_runs"]["Row"], "id" | "status" | "created_at">;

export interface PlaybookState extends Pick<ShownSpec, "on"> {
  id: string;
  runs: readonly LastRun[];
}

/** The newest run of each playbook, without child runs, and the trigger counts. */
export const playbookStates = {
  ...rows(
    ["playbooks", "states"],
    () =>
      db
        .from("playbooks")
        .select<string, PlaybookState>("id,on:spec->on,runs:playbook_runs(id,status,created_at)")
        .is("deleted_at", null)
        .is("runs.parent_id", null)
        .order("created_at", { referencedTable: "runs", ascending: false })
        .limit(1, { referencedTable: "runs" }),
    { of: ["playbook_runs"] },
  ),
  select: (found: readonly PlaybookState[]): ReadonlyMap<string, PlaybookState> =>
    new Map(found.map((state) => [state.id, state])),
};

/** The fields of a spec that the console reads. */
export interface ShownSpec {
  title?: string;
  description?: string;
  icon?: string;
  category?: string;
  parameters?: Json;
  configs?: readonly Json[];
  components?: readonly Json[];
  checks?: readonly Json[];
  approval?:
    | { type?: "any" | "all"; approvers?: { people?: readonly string[]; teams?: readonly string[] } }
    | null
    | undefined;
  on?: Triggers | null | undefined;
  actions?: readonly Readonly<Record<string, Json>>[];
}

interface Triggers {
  webhook?: { path?: string; authentication?: object | null } | null;
  canary?: readonly Json[];
  component?: readonly Json[];
  config?: readonly Json[];
  schedule?: readonly Json[];
}

export interface StoredPlaybook {
  id: string;
  name: string;
  namespace: string;
  title: string;
  icon: string | null;
  description: string | null;
  source: string;
  deleted_at: string | null;
  spec: ShownSpec;
}

export const onePlaybook = (id: string) => ({
  ...rows(["playbooks", "with spec", id], () =>
    db
      .from("playbooks")
      .select<string, StoredPlaybook>("id,name,namespace,title,icon,description,source,deleted_at,spec")
      .eq("id", id),
  ),
  select: (found: readonly StoredPlaybook[]): StoredPlaybook | null => found[0] ?? null,
});

type TriggerCounts = Pick<
  Tables["playbook_trigger_counts"]["Row"],
  "started" | "skipped" | "last_error" | "last_error_at"
>;

/** The number of runs that triggers started; null if there are no such runs. */
export const triggerCounts = (id: string) => ({
  ...rows(["playbook_trigger_counts", id], () =>
    db
      .from("playbook_trigger_counts")
      .select<string, TriggerCounts>("started,skipped,last_error,last_error_at")
      .eq("playbook_id", id),
  ),
  select: (found: readonly TriggerCounts[]): TriggerCounts | null => found[0] ?? null,
});

export const titleOfPlaybook = ({ title, name, spec }: Pick<StoredPlaybook, "title" | "name" | "spec">): string =>
  title || spec.title || name;
