import { Button } from "#console/widgets/Button.tsx";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { toast } from "#console/widgets/toast/toast.ts";

interface InviteLinkProps {
  /** Undefined until there is a link to show. */
  invitation: { email: string; link: string } | undefined;
  close: () => void;
}

/** Shows the link of an invitation that is not mailed. */
export function InviteLink({ invitation, close }: InviteLinkProps) {
  const copy = async () => {
    if (invitation && (await copyText(invitation.link))) toast.success("Link copied to clipboard");
  };
  return (
    <Dialog
      isOpen={invitation !== undefined}
      onClose={close}
      size="small"
      title="Invite Link"
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button look="primary" icon="copy" onClick={() => void copy()}>
            Copy link
          </Button>
        </>
      }
    >
      <p>
        No email was sent. Give this link to <span className="font-medium break-all">{invitation?.email}</span>: it
        creates one account with this email, works once, and expires after a week.
      </p>
      <p
        data-testid="invite-link"
        className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 font-mono break-all select-all"
      >
        {invitation?.link}
      </p>
    </Dialog>
  );
}
