import { IconButton } from "#console/widgets/IconButton.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import type { Invitation } from "../contract.ts";
import { RoleList } from "./roles.tsx";
import { Until } from "./Until.tsx";

const facts: readonly Column<Invitation>[] = [
  {
    id: "email",
    title: "Email",
    isName: true,
    minWidth: 220,
    cell: ({ email }) => <Truncated text={email} cut="end" />,
  },
  {
    id: "name",
    title: "Name",
    minWidth: 160,
    value: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim(),
  },
  { id: "role", title: "Role", width: 128, cell: ({ role }) => <RoleList roles={[role]} /> },
  {
    id: "invited_at",
    title: "Invited",
    narrow: "hidden",
    width: 200,
    cell: ({ invited_at }) => <Age since={invited_at} />,
  },
  { id: "invited_by", title: "Invited By", narrow: "hidden", minWidth: 136 },
  {
    id: "expires_at",
    title: "Expires",
    narrow: "labelled",
    width: 160,
    cell: ({ expires_at, has_expired }) => <Until at={expires_at} isOver={has_expired} />,
  },
];

interface RowActions {
  mayResend: (invitation: Invitation) => boolean;
  resend: (invitation: Invitation) => void;
  withdraw: (invitation: Invitation) => void;
}

export const invitationColumns = (actions: RowActions | undefined): readonly Column<Invitation>[] =>
  actions === undefined
    ? facts
    : [
        ...facts,
        {
          id: "actions",
          title: "Actions",
          isTitleHidden: true,
          narrow: "status",
          width: 88,
          align: "right",
          sort: false,
          value: () => undefined,
          cell: (invitation) => (
            <span className="flex justify-end">
              {actions.mayResend(invitation) && (
                <IconButton
                  size="small"
                  icon="refresh-cw"
                  label={`Resend the invitation for ${invitation.email}`}
                  onClick={() => actions.resend(invitation)}
                />
              )}
              <IconButton
                size="small"
                icon="trash-2"
                label={`Withdraw the invitation for ${invitation.email}`}
                onClick={() => actions.withdraw(invitation)}
              />
            </span>
          ),
        },
      ];
