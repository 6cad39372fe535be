// Displays and offers roles.
import type { Actor } from "#console/access/access.ts";
import { roles, type Role } from "#language/roles.ts";

/** A short description of each role. */
export const roleWords: Readonly<Record<Role, string>> = {
  admin: "Everything",
  editor: "Everything but users, roles and connections",
  commander: "Reads, leads incidents, runs checks",
  responder: "Reads, works on incidents, runs checks",
  viewer: "Reads",
  guest: "Reads; with row rules only the selected rows",
};

/** Users can only grant roles that they have. */
export const grantable = ({ isAdmin, roles: held }: Pick<Actor, "isAdmin" | "roles">) =>
  roles.filter((role) => isAdmin || held.includes(role));

/** The number of roles that fit into a narrow column. */
const MAX_SHOWN = 2;
const chip = "rounded-full border border-line bg-sunken px-2 text-meta whitespace-nowrap";

/** Shows the first roles, and all of them on hover. */
export function RoleList({ roles: held }: { roles: readonly string[] }) {
  if (held.length === 0) return <span className="text-faint">No role</span>;
  const rest = held.slice(MAX_SHOWN);
  return (
    <span title={held.join(", ")} className="flex min-w-0 gap-1 overflow-hidden">
      {held.slice(0, MAX_SHOWN).map((role) => (
        <span key={role} className={chip}>
          {role}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="text-muted">
          +{rest.length}
          <span className="sr-only"> {rest.join(", ")}</span>
        </span>
      )}
    </span>
  );
}
