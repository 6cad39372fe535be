import { PersonName } from "#console/widgets/PersonName.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { User } from "../contract.ts";
import { RoleList } from "./roles.tsx";

const facts: readonly Column<User>[] = [
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
        <span title="An administrator should use a second factor" className="font-medium text-warning-text">
          No
        </span>
      ) : (
        <span className="text-muted">No</span>
      ),
    narrowCell: ({ has_second_factor: has, roles }) => (
      <span className={!has && roles.includes("admin") ? "text-warning-text" : ""}>{has ? "2FA" : "No 2FA"}</span>
    ),
  },
  {
    id: "last_login",
    title: "Last sign-in",
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

interface RowActions {
  me: string;
  edit: (user: User) => void;
  remove: (user: User) => void;
}

/** The columns, with buttons for users who may change other users. */
export const userColumns = (actions: RowActions | undefined): readonly Column<User>[] =>
  actions === undefined
    ? facts
    : [
        ...facts,
        {
          id: "actions",
          title: "Actions",
          isTitleHidden: true,
          narrow: "status",
          // A click on the row opens the user's dialog, which can also delete the user.
          narrowCell: () => <Icon name="chevron-right" size={14} className="text-faint" />,
          width: 80,
          align: "right",
          sort: false,
          value: () => undefined,
          cell: (user) => (
            <span className="flex justify-end">
              {/* Users cannot remove themselves. */}
              {user.id !== actions.me && (
                <IconButton
                  size="small"
                  icon="trash-2"
                  label={`Delete ${user.name}`}
                  onClick={() => actions.remove(user)}
                  className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
                />
              )}
              <IconButton
                size="small"
                icon="pencil"
                label={`Edit ${user.name}`}
                onClick={() => actions.edit(user)}
                className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
              />
            </span>
          ),
        },
      ];
