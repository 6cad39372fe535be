// The vocabulary of permission rules, mapped to the role table. A rule refers to a resource or to a broader object that
// forms offer, and its actions are more specific than read and write.
import { resources, roleGrants, roles as allRoles, roleTable, type Action, type Resource, type Role } from "./roles.ts";

/** The actions on rows; `write` means all of them except read. */
export const rowActions = ["read", "create", "update", "delete"] as const;
export type RowAction = (typeof rowActions)[number];

export const writeActions = ["create", "update", "delete"] as const satisfies readonly RowAction[];

/**
 * Actions that do not change a row, each with the resource it acts on and the roles that may perform it. Roles that can
 * write playbook runs can run playbooks, and approve and cancel runs. Responders can run a check without permission to
 * edit it.
 */
export const specialActions = {
  "playbook:run": { resource: "playbooks", roles: writersOf("playbook_runs") },
  "playbook:approve": { resource: "playbooks", roles: writersOf("playbook_runs") },
  "playbook:cancel": { resource: "playbooks", roles: writersOf("playbook_runs") },
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

/** The actions that a form offers. A rule may also list several, separated by commas. */
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

/** The objects that a form offers, and the resources they include; an object without resources means itself. */
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

/** The resources that an object includes; `*` means every resource. */
export const subjectsOf = (object: string): readonly string[] =>
  isGlobalObject(object) ? globalObjects[object] : [object];

const singleActions: readonly string[] = ["*", "write", ...rowActions, ...Object.keys(specialActions)];

/** The actions in a rule; undefined if an action is unknown. */
export function readActions(text: string): readonly string[] | undefined {
  const words = text.split(",").map((word) => word.trim());
  if (!words.every((word) => singleActions.includes(word))) return undefined;
  return words.flatMap((word) => (word === "write" ? writeActions : [word]));
}

/** A rule as whoami returns it. A rule with a condition applies to some rows only. */
export interface StatedPermission {
  object: string;
  action: string;
  deny?: boolean | undefined;
  condition?: string | undefined;
}

/**
 * Whether roles and rules together allow an action. Deny wins. A rule with a condition grants only the rows that meet
 * it.
 */
export function isAllowed(
  { roles, permissions }: { roles: readonly Role[]; permissions: readonly StatedPermission[] },
  action: Action | SpecialAction,
  resource: Resource,
): boolean {
  const wanted: readonly string[] = action === "write" ? writeActions : [action];
  const isGranted = isSpecialAction(action) ? mayDo(roles, action, resource) : roleGrants(roles, action, resource);
  const names = ({ object, action }: StatedPermission, wanted: string) =>
    ["*", resource].some((subject) => subjectsOf(object).includes(subject)) &&
    ["*", wanted].some((word) => readActions(action)?.includes(word));
  return wanted.every(
    (wanted) =>
      !permissions.some((rule) => rule.deny && rule.condition === undefined && names(rule, wanted)) &&
      (isGranted || permissions.some((rule) => !rule.deny && names(rule, wanted))),
  );
}
