import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { type Tab, Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { inviteUrl } from "./invite-user.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { InvitationsTable } from "./InvitationsTable.tsx";
import { usersQuery } from "./users.ts";
import { type FoundUsers, UsersTable } from "./UsersTable.tsx";

/** Users and open invitations. */
export function UsersPage() {
  const found = useQuery(usersQuery);
  const mayWrite = useActor().can("write", "identities");
  const [{ invite }, change] = useUrl(inviteUrl);
  return (
    <Page
      title="Users"
      refresh={found}
      actions={
        mayWrite && (
          <Button look="primary" icon="user-plus" onClick={() => void change({ invite: "true" })}>
            Invite User
          </Button>
        )
      }
    >
      <div className="flex h-full flex-col">
        <Tabs label="Users" tabs={tabsOf(found)} />
      </div>
      <InviteDialog isOpen={mayWrite && invite === "true"} close={() => void change({ invite: undefined })} />
    </Page>
  );
}

function tabsOf(found: FoundUsers): [Tab, Tab] {
  const { users, invitations } = found.data ?? {};
  return [
    {
      value: "users",
      label: "Users",
      ...(users && { count: users.length }),
      draw: () => <UsersTable found={found} />,
    },
    {
      value: "invitations",
      label: "Invitations",
      ...(invitations && { count: invitations.length }),
      draw: () => <InvitationsTable found={found} />,
    },
  ];
}
