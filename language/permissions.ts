// The vocabulary of permission rules, mapped to the role table. A rule refers to a resource or to a broader object that
// forms offer, and its actions are more specific than read and write.
import { resources, roleGrants, roles as allRoles, roleTable, type Action, type Resource, type Role } from "./roles.ts";

/** The actions on rows; `write` means all of them except read. */
export const rowActions = ["read", "create", "update", "delete"] as const;
export type RowAction = (typeof rowActions)[number];

export const writeActions = ["create", "update", "delete"] as const satisfies readonly RowAction[];

/** The subjects of special actions: resources, and the MCP endpoint, which has no rows. */
export type ActionSubject = Resource | "mcp";

/**
 * Actions that do not change a row, each with the subjects it acts on and the roles that may perform it. Roles that can
 * write playbook runs can run playbooks, and approve and cancel runs. Responders can run a check without permission to
 * edit it. `mcp:use` admits to the MCP endpoint, and `mcp:run` to the tool of a playbook or view; the tool also needs
 * the right to run the playbook or to read the view.
 */
export const specialActions = {
  "playbook:run": { on: ["playbooks"], roles: writersOf("playbook_runs") },
  "playbook:approve": { on: ["playbooks"], roles: writersOf("playbook_runs") },
  "playbook:cancel": { on: ["playbooks"], roles: writersOf("playbook_runs") },
  "check:run": { on: ["canaries"], roles: ["admin", "editor", "commander", "responder"] },
  "mcp:use": { on: ["mcp"], roles: allRoles },
  "mcp:run": { on: ["playbooks", "views"], roles: allRoles },
} as const satisfies Readonly<Record<string, { on: readonly ActionSubject[]; roles: readonly Role[] }>>;
export type SpecialAction = keyof typeof specialActions;

/** Actions that change nothing by themselves, so that read-only tokens keep them. */
export const admittingActions = ["mcp:use", "mcp:run"] as const satisfies readonly SpecialAction[];

function writersOf(resource: Resource): readonly Role[] {
  return allRoles.filter((role) => roleTable[role].write.includes(resource));
}

export const isSpecialAction = (name: string): name is SpecialAction => Object.hasOwn(specialActions, name);

const mayDo = (held: readonly Role[], action: SpecialAction, subject: ActionSubject) =>
  (specialActions[action].on as readonly ActionSubject[]).includes(subject) &&
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
  "mcp:run",
  "mcp:use",
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
  views: ["views"],
  mcp: ["mcp"],
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
  resource: ActionSubject,
): boolean {
  const wanted: readonly string[] = action === "write" ? writeActions : [action];
  const isGranted = isSpecialAction(action)
    ? mayDo(roles, action, resource)
    : resource !== "mcp" && roleGrants(roles, action, resource);
  const names = ({ object, action }: StatedPermission, wanted: string) =>
    ["*", resource].some((subject) => subjectsOf(object).includes(subject)) &&
    ["*", wanted].some((word) => readActions(action)?.includes(word));
  return wanted.every(
    (wanted) =>
      !permissions.some((rule) => rule.deny && rule.condition === undefined && names(rule, wanted)) &&
      (isGranted || permissions.some((rule) => !rule.deny && names(rule, wanted))),
  );
}
