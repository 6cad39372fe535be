// The vocabulary of permission rules, and what its words mean in terms of the role table: a rule may speak of a resource or
// of one of the broader objects that forms offer, and of finer actions than read and write.
import { resources, roleGrants, roles as allRoles, roleTable, type Action, type Resource, type Role } from "./roles.ts";

/** What can be done to rows; `write` is all but the first. */
export const rowActions = ["read", "create", "update", "delete"] as const;
export type RowAction = (typeof rowActions)[number];

export const writeActions = ["create", "update", "delete"] as const satisfies readonly RowAction[];

/**
 * What is done with a thing that changes none of its rows: the resource it is done with, and the roles that may. Who may
 * write runs may run and approve; whoever looks into an incident may run a check without being able to edit it.
 */
export const specialActions = {
  "playbook:run": { resource: "playbooks", roles: writersOf("playbook_runs") },
  "playbook:approve": { resource: "playbooks", roles: writersOf("playbook_runs") },
  "check:run": { resource: "canaries", roles: ["admin", "editor", "commander", "responder"] },
} as const satisfies Readonly<Record<string, { resource: Resource; roles: readonly Role[] }>>;
export type SpecialAction = keyof typeof specialActions;

function writersOf(resource: Resource): readonly Role[] {
  return allRoles.filter((role) => roleTable[role].write.includes(resource));
}

export const isSpecialAction = (name: string): name is SpecialAction => Object.hasOwn(specialActions, name);

const mayDo = (held: readonly Role[], action: SpecialAction, resource: Resource) =>
  specialActions[action].resource === resource &&
  held.some((role) => (specialActions[action].roles as readonly Role[]).includes(role));

/** What a form offers; a rule may also list several by comma. */
export const permissionActions = [
  "read",
  "update",
  "create",
  "delete",
  "*",
  "create,read,update,delete",
  "playbook:run",
  "playbook:approve",
] as const;

/** What a form offers as the object of a rule, and the resources it stands for; itself where no resource is meant. */
export const globalObjects = {
  canaries: ["canaries"],
  catalog: ["config_scrapers"],
  incident: ["incident", "responder", "evidences", "comments"],
  people: ["identities"],
  topology: ["topologies"],
  playbooks: ["playbooks", "playbook_runs"],
  connection: ["connections"],
  "connection-detail": ["connection-detail"],
  "agent-push": ["agent-push"],
  "kubernetes-proxy": ["kubernetes-proxy"],
  notification: ["notifications"],
  rbac: ["rbac", "permissions"],
  logs: ["logging_backends"],
  agent: ["agents"],
  artifact: ["artifact"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type GlobalObject = keyof typeof globalObjects;

export const isGlobalObject = (name: string): name is GlobalObject => Object.hasOwn(globalObjects, name);

const isResource = (name: string): name is Resource => (resources as readonly string[]).includes(name);

export const isObject = (name: string) => name === "*" || isGlobalObject(name) || isResource(name);

/** `*` is everything. */
export const subjectsOf = (object: string): readonly string[] =>
  isGlobalObject(object) ? globalObjects[object] : [object];

const singleActions: readonly string[] = ["*", "write", ...rowActions, ...Object.keys(specialActions)];

/** The actions that a rule names, or undefined when one of them is not known. */
export function readActions(text: string): readonly string[] | undefined {
  const words = text.split(",").map((word) => word.trim());
  if (!words.every((word) => singleActions.includes(word))) return undefined;
  return words.flatMap((word) => (word === "write" ? writeActions : [word]));
}

/** A rule as the caller of whoami sees it. With a condition it is about some rows only. */
export interface StatedPermission {
  object: string;
  action: string;
  deny?: boolean | undefined;
  condition?: string | undefined;
}

/** Whether roles and rules together allow something: deny wins, and a rule on some rows opens the way to those. */
export function isAllowed(
  { roles, permissions }: { roles: readonly Role[]; permissions: readonly StatedPermission[] },
  action: Action | SpecialAction,
  resource: Resource,
): boolean {
  const wanted: readonly string[] = action === "write" ? writeActions : [action];
  const isGranted = isSpecialAction(action) ? mayDo(roles, action, resource) : roleGrants(roles, action, resource);
  const names = ({ object, action }: StatedPermission, one: string) =>
    ["*", resource].some((subject) => subjectsOf(object).includes(subject)) &&
    ["*", one].some((word) => readActions(action)?.includes(word));
  return wanted.every(
    (one) =>
      !permissions.some((rule) => rule.deny && rule.condition === undefined && names(rule, one)) &&
      (isGranted || permissions.some((rule) => !rule.deny && names(rule, one))),
  );
}
