// Maps the role of a member of an organisation to a role of Quarterdeck.
import { isRole, type Role } from "#language/roles.ts";

/** The default roles of the service; the older names have no prefix. */
const defaults: Readonly<Record<string, Role>> = { member: "viewer", basic_member: "viewer" };

/** Undefined for a role without a mapping, which grants nothing. */
export function roleOf(organizationRole: string | undefined): Role | undefined {
  const name = organizationRole?.replace(/^org:/, "") ?? "";
  if (isRole(name)) return name;
  return Object.hasOwn(defaults, name) ? defaults[name] : undefined;
}
