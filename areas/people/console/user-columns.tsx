import { PersonName } from "#console/widgets/PersonName.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { User } from "../contract.ts";
import { RoleList } from "./roles.tsx";

/** Pressing a row opens the user, if the person may change users. */
export const userColumns: readonly Column<User>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 176,
    cell: (user) => <PersonName person={user} size="sm" />,
  },
  { id: "email", title: "Email", minWidth: 176, cell: ({ email }) => <Truncated text={email} cut="end" /> },
  {
    id: "roles",
    title: "Roles",
    narrow: "status",
    minWidth: 184,
    filter: "role",
    filterItem: ({ roles }) => roles[0],
    value: ({ roles }) => roles.join(", "),
    cell: ({ roles }) => <RoleList roles={roles} />,
  },
  {
    id: "state",
    title: "State",
    width: 88,
    filter: "state",
    cell: ({ state }) =>
      state === "active" ? (
        <span className="text-muted">Active</span>
      ) : (
        <span className="font-medium text-warning-text">Inactive</span>
      ),
    narrowCell: ({ state }) =>
      state === "active" ? null : <span className="font-medium text-warning-text">Inactive</span>,
  },
  {
    id: "has_second_factor",
    title: "2FA",
    width: 80,
    value: ({ has_second_factor }) => (has_second_factor ? "Yes" : "No"),
    cell: ({ has_second_factor: has, roles }) =>
      has ? (
        <span className="flex items-center gap-1.5">
          <Icon name="shield-check" size={14} className="text-healthy" /> Yes
        </span>
      ) : roles.includes("admin") ? (
        <span
          title="An administrator should use a second factor"
          className="flex items-center gap-1.5 font-medium text-warning-text"
        >
          <Icon name="triangle-alert" size={14} /> No
        </span>
      ) : (
        // Most people may sign in without it, so only administrators are marked.
        <span className="text-muted">No</span>
      ),
    narrowCell: ({ has_second_factor: has, roles }) =>
      has ? "2FA" : roles.includes("admin") ? <span className="text-warning-text">No 2FA</span> : null,
  },
  {
    id: "last_login",
    title: "Last Sign-in",
    width: 128,
    cell: ({ last_login }) => (last_login ? <RowAge since={last_login} /> : <span className="text-faint">Never</span>),
    narrowCell: ({ last_login }) =>
      last_login ? (
        <>
          Signed in <Timestamp at={last_login} format="short" /> ago
        </>
      ) : (
        "Never signed in"
      ),
  },
  {
    id: "created_at",
    title: "Created",
    narrow: "hidden",
    width: 112,
    isHidden: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
];
