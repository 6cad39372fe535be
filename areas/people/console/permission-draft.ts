// The draft of a permission: its subject, its resource and its missing fields. No side effects.
import type { Views } from "#generated/tables.ts";

export type PermissionRow = Views["permissions_summary"]["Row"];

export const resourceTypes = {
  catalog: { label: "Catalog", column: "config_id" },
  component: { label: "Component", column: "component_id" },
  connection: { label: "Connection", column: "connection_id" },
  playbook: { label: "Playbook", column: "playbook_id" },
  global: { label: "Global", column: "object" },
} as const;
export type ResourceType = keyof typeof resourceTypes;

export const subjectTypes = {
  team: { label: "Team", column: "team_id" },
  person: { label: "Person", column: "person_id" },
  notification: { label: "Notification", column: "notification_id" },
  playbook: { label: "Playbook", column: "subject" },
} as const;
export type SubjectType = keyof typeof subjectTypes;

export const allResourceTypes = Object.keys(resourceTypes) as ResourceType[];
export const allSubjectTypes = Object.keys(subjectTypes) as SubjectType[];

type ResourceColumn = (typeof resourceTypes)[ResourceType]["column"];
type SubjectColumn = (typeof subjectTypes)[SubjectType]["column"];
type Ids = Partial<Record<ResourceColumn | SubjectColumn, string>>;

/** Each side has at most one id: the id of the chosen type. */
export interface Draft extends Ids {
  resourceType: ResourceType;
  subjectType: SubjectType;
  action: string | undefined;
  deny: boolean;
  until: string | undefined;
  description: string | undefined;
}

export const emptyDraft: Draft = {
  resourceType: "catalog",
  subjectType: "team",
  action: undefined,
  deny: false,
  until: undefined,
  description: undefined,
};

const { resources, subjects } = {
  resources: allResourceTypes.map((type) => resourceTypes[type].column),
  subjects: allSubjectTypes.map((type) => subjectTypes[type].column),
};

const without = (draft: Draft, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(draft).filter(([column]) => !columns.includes(column))) as unknown as Draft;

/** Changing the type clears the selected resource. */
export const withResourceType = (draft: Draft, resourceType: ResourceType): Draft =>
  resourceType === draft.resourceType ? draft : { ...without(draft, resources), resourceType };

export const withSubjectType = (draft: Draft, subjectType: SubjectType): Draft =>
  subjectType === draft.subjectType ? draft : { ...without(draft, subjects), subjectType };

export const resourceOf = (draft: Draft) => draft[resourceTypes[draft.resourceType].column];
export const subjectOf = (draft: Draft) => draft[subjectTypes[draft.subjectType].column];

export const withResource = (draft: Draft, id: string | undefined): Draft => ({
  ...without(draft, resources),
  ...(id !== undefined && { [resourceTypes[draft.resourceType].column]: id }),
});

export const withSubject = (draft: Draft, id: string | undefined): Draft => ({
  ...without(draft, subjects),
  ...(id !== undefined && { [subjectTypes[draft.subjectType].column]: id }),
});

/**
 * Returns undefined if the form does not support the resource. Such a rule was created elsewhere and keeps its
 * resource.
 */
export const resourceTypeOf = (row: PermissionRow): ResourceType | undefined =>
  row.object_selector === null
    ? allResourceTypes.find((type) => (row[resourceTypes[type].column] ?? "") !== "")
    : undefined;

export const subjectTypeOf = (row: PermissionRow): SubjectType | undefined =>
  allSubjectTypes.find((type) => row.subject_type === type);

export function draftOf(row: PermissionRow): Draft {
  const resourceType = resourceTypeOf(row);
  const subjectType = subjectTypeOf(row);
  const base: Draft = {
    resourceType: resourceType ?? "global",
    subjectType: subjectType ?? "person",
    action: row.action,
    deny: row.deny,
    until: row.until ?? undefined,
    description: row.description ?? undefined,
  };
  const about = resourceType && withResource(base, row[resourceTypes[resourceType].column] ?? undefined);
  const whole = about ?? base;
  return subjectType ? withSubject(whole, row.subject ?? undefined) : whole;
}

export const REQUIRED = "This field is required";

/** The error messages by field; undefined if the draft is complete. */
export function missingOf(draft: Draft, fixed: { resource: boolean; subject: boolean }) {
  const missing = {
    ...(!fixed.resource && !resourceOf(draft) && { resource: REQUIRED }),
    ...(!fixed.subject && !subjectOf(draft) && { subject: REQUIRED }),
    ...(!draft.action && { action: REQUIRED }),
  };
  return Object.keys(missing).length === 0
    ? undefined
    : (missing as Partial<Record<"resource" | "subject" | "action", string>>);
}

/** The columns to send. All columns of an editable side are included, so that unused columns are cleared. */
export function rowOf(draft: Draft, fixed: { resource: boolean; subject: boolean }) {
  const side = (columns: readonly (ResourceColumn | SubjectColumn)[]) =>
    Object.fromEntries(columns.map((column) => [column, draft[column] ?? null]));
  return {
    ...(!fixed.resource && side(resources)),
    ...(!fixed.subject && side(subjects)),
    // The server derives the type of the other subjects from their columns.
    ...(!fixed.subject && draft.subjectType === "playbook" && { subject_type: "playbook" as const }),
    action: draft.action!,
    deny: draft.deny,
    until: draft.until ?? null,
    description: draft.description ?? null,
  };
}
