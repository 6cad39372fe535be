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

interface PlaybookWithRun {
  id: string;
  runs: readonly LastRun[];
}

/** The newest run of each playbook, without child runs. */
export const lastRuns = {
  ...rows(
    ["playbooks", "last runs"],
    () =>
      db
        .from("playbooks")
        .select<string, PlaybookWithRun>("id,runs:playbook_runs(id,status,created_at)")
        .is("deleted_at", null)
        .is("runs.parent_id", null)
        .order("created_at", { referencedTable: "runs", ascending: false })
        .limit(1, { referencedTable: "runs" }),
    { of: ["playbook_runs"] },
  ),
  select: (found: readonly PlaybookWithRun[]): ReadonlyMap<string, LastRun> =>
    new Map(found.flatMap(({ id, runs }) => (runs[0] ? [[id, runs[0]]] : []))),
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
  approval?: { type?: "any" | "all"; approvers?: { people?: readonly string[]; teams?: readonly string[] } };
  on?: { webhook?: { path?: string; authentication?: Json } } & Readonly<Record<string, Json>>;
  actions?: readonly Readonly<Record<string, Json>>[];
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
  ...rows(["playbooks", "one", id], () =>
    db
      .from("playbooks")
      .select<string, StoredPlaybook>("id,name,namespace,title,icon,description,source,deleted_at,spec")
      .eq("id", id),
  ),
  select: (found: readonly StoredPlaybook[]): StoredPlaybook | null => found[0] ?? null,
});

export const titleOfPlaybook = ({ title, name, spec }: Pick<StoredPlaybook, "title" | "name" | "spec">): string =>
  title || spec.title || name;
