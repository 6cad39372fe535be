import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { type Invitation, withdrawInvitation } from "../contract.ts";
import { invitationColumns } from "./invitation-columns.tsx";
import { inviteUser, inviteUrl } from "./invite-user.ts";
import { InviteLink } from "./InviteLink.tsx";
import { grantable } from "./roles.tsx";
import { useChangedUsers } from "./users.ts";
import type { FoundUsers } from "./UsersTable.tsx";

/** Open invitations. */
export function InvitationsTable({ found }: { found: FoundUsers }) {
  const actor = useActor();
  const changed = useChangedUsers();
  const [leaving, setLeaving] = useState<Invitation>();
  const [created, setCreated] = useState<{ email: string; link: string }>();
  const mayWrite = actor.can("write", "identities");
  const [, change] = useUrl(inviteUrl);

  const columns = useMemo(() => {
    const resend = async ({ first_name, last_name, email, role }: Invitation) => {
      try {
        const body = { firstName: first_name, lastName: last_name, email, role };
        const { payload } = await ask(inviteUser, { body });
        if (payload.is_mailed) toast.success(`Invitation sent to ${email}`);
        else setCreated({ email, link: payload.link });
        await changed();
      } catch (error) {
        if (!isAborted(error)) toast.error(messageOf(error));
      }
    };
    const offered = grantable(actor);
    return invitationColumns(
      mayWrite
        ? {
            mayResend: ({ role }) => offered.includes(role),
            resend: (invitation) => void resend(invitation),
            withdraw: setLeaving,
          }
        : undefined,
    );
  }, [mayWrite, actor, changed]);

  return (
    <div className="h-full p-4 pb-0">
      <DataTable
        id="invitations"
        caption="Invitations"
        columns={columns}
        rows={{ ...found, data: found.data?.invitations }}
        keyOf={keyOfInvitation}
        view={useTableView({ name: "invitations" })}
        empty="No open invitations"
        emptyDetail="An invitation is listed here until its link is used."
        emptyIcon="user-plus"
        emptyAction={
          mayWrite && (
            <Button icon="user-plus" onClick={() => void change({ invite: "true" })}>
              Invite a person
            </Button>
          )
        }
      />
      <Confirm
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        look="delete"
        title="Withdraw invitation"
        confirmLabel="Withdraw"
        onConfirm={async () => {
          if (!leaving) return;
          await ask(withdrawInvitation, { params: { id: leaving.id } });
          toast.success(`Invitation for ${leaving.email} withdrawn`);
          await changed();
        }}
      >
        The link for {leaving?.email} will no longer work.
      </Confirm>
      <InviteLink invitation={created} close={() => setCreated(undefined)} />
    </div>
  );
}

const keyOfInvitation = ({ id }: Invitation) => id;
