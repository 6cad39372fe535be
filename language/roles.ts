// The role table: the resources that each role can read and write. The grants of several roles add up. The policy
// (server/db/policy.ts) combines the table with the permission rules.

export const roles = ["admin", "editor", "commander", "responder", "viewer", "guest"] as const;
export type Role = (typeof roles)[number];

export const resources = [
  "database",
  "rbac",
  "auth",
  "responder",
  "incident",
  "evidences",
  "comments",
  "canaries",
  "topologies",
  "config_scrapers",
  "identities",
  "connections",
  "kratos",
  "agents",
  "feature_flags",
  "logging_backends",
  "integrations",
  "notifications",
  "playbooks",
  "playbook_runs",
  "permissions",
  "views",
] as const;
export type Resource = (typeof resources)[number];

export type Action = "read" | "write";

interface Access {
  read: readonly Resource[];
  write: readonly Resource[];
}

const without = (...excluded: Resource[]) => resources.filter((resource) => !excluded.includes(resource));

const readsAlmostAll = without("rbac", "identities", "connections");
const respondsToIncidents: readonly Resource[] = ["responder", "incident", "evidences", "comments"];

export const roleTable: Readonly<Record<Role, Access>> = {
  admin: { read: resources, write: resources },
  editor: { read: resources, write: without("connections", "identities", "rbac") },
  commander: { read: readsAlmostAll, write: respondsToIncidents },
  responder: { read: readsAlmostAll, write: respondsToIncidents },
  viewer: { read: readsAlmostAll, write: [] },
  guest: { read: readsAlmostAll, write: [] },
};

export const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name);

export const isAdmin = (held: readonly Role[]) => held.includes("admin");

const views = (role: Role) => role === "viewer" || role === "guest";

/** Whether all roles of a person are viewer roles. Any other role grants more. */
export const isViewer = (held: readonly Role[]) => held.length > 0 && held.every(views);

/** Whether at least one of the roles grants the action. A role cannot revoke a right that another role grants. */
export const roleGrants = (held: readonly Role[], action: Action, resource: Resource) =>
  held.some((role) => roleTable[role][action].includes(resource));
