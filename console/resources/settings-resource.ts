// The definition of a settings resource: its table, names and paths, and the editor of its spec.
import type { Loader, SettingsGroup } from "#console/shell/area.ts";
import type { Crumb } from "#console/shell/Header.tsx";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import type { IconName } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import type { Database } from "#generated/tables.ts";
import type { Feature } from "#language/features.ts";
import type { Resource } from "#language/roles.ts";
import type { Draft, ListedResource } from "./resource-row.ts";

type Relations = Database["public"]["Tables"] & Database["public"]["Views"];

export interface SettingsResource {
  table: keyof Database["public"]["Tables"];
  /** The view that the list reads, if it needs more columns than the table. */
  list?: keyof Relations;
  /** The path of the list; each resource is below it. */
  path: `/settings/${string}` | `/catalog/${string}` | "/applications";
  /** The page that opens after a save or a deletion, if it exists. Default: the list. */
  savedPath?: string;
  /** The type of integration, for a second page of each resource below /settings/integrations. */
  integration?: "scrapers" | "topologies" | "logging_backends";
  /** The group of the settings menu; without a group, the area provides the list page. */
  menu?: SettingsGroup;
  /** The parent pages, if the list is not part of the settings. */
  parents?: readonly Crumb[];
  /** The title of the list: "Log Backends". */
  title: string;
  /** The singular: "Log Backend". */
  name: string;
  /** The kind in links and jobs. */
  kind: string;
  icon: IconName;
  /** A sentence that explains the resource, shown while the list is empty. */
  purpose?: string;
  /** The resource whose permissions apply. */
  resource: Resource;
  feature?: Feature;
  /** The default namespace. If it is not set, the resource has no namespace. */
  namespace?: string;
  /** The default icon. If it is not set, the resource has no icon column. */
  ownIcon?: string;
  /** Additional columns, after the name. */
  columns?: readonly Column<ListedResource>[];
  /** Additional columns, after the result of the last run. */
  runColumns?: readonly Column<ListedResource>[];
  /** The page that a row of the list opens. Default: the editor. */
  rowHref?: (row: ListedResource) => string;
  /** The default order of the list. If it is not set, the newest resources come first. */
  order?: { id: string; desc: boolean };
  /** The ids of columns that are hidden by default. */
  hiddenColumns?: readonly string[];
  hasLabels?: boolean;
  /** Whether the resource can run on an agent instead of this server. */
  runsOnAgents?: boolean;
  /** Whether the resource has its own jobs. If so, the list shows the status of the last job. */
  hasJobs?: boolean;
  /** The title of the column with the status of the last job; default: Job Status. */
  jobTitle?: string;
  /** The text of that column for a resource without jobs; default: none. */
  noJobText?: string;
  /** Whether few resources have jobs. The list then shows their status only if a listed resource has a job. */
  areJobsRare?: boolean;
  /** Whether the list has a column `job_last_success`. */
  hasLastSuccess?: boolean;
  /** Explains the status of a row's last job, if the job errors do not explain it. */
  jobReason?: (row: ListedResource) => string | undefined;
  /** Whether the resource itself is never run. Its job history then records when problems begin and end. */
  hasFaults?: boolean;
  hasSchedule?: boolean;
  /** Whether the list counts the checks of each row by health. */
  hasChecks?: boolean;
  /** Shows the current state of a stored resource, above its form. */
  status?: Loader<{ id: string }>;
  /** A built-in resource without a spec and without runs. It has its own page instead of the editor and its tabs. */
  builtIn?: { id: string; name: string; page: Loader };
  /** A custom editor of the spec; default: the generated form. */
  spec?: Loader<SpecEditorProps>;
  /** Whether the editor lists entries, such as the checks of a canary. Its form then uses the width of the page. */
  listsEntries?: boolean;
}

export interface SpecEditorProps {
  /** The id of the stored resource; undefined for a new resource. */
  id: string | undefined;
  /** The whole draft. */
  draft: Draft;
  schema: JsonSchema;
  value: unknown;
  saved: unknown;
  onChange: (spec: unknown) => void;
  readOnly: boolean;
  problems: readonly SchemaProblem[];
  onInvalid: (why: string | undefined) => void;
}
