import { Button } from "#console/widgets/Button.tsx";
import { copyText } from "#console/widgets/copy-text.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { toast } from "#console/widgets/toast/toast.ts";

interface InviteLinkProps {
  /** Undefined while there is none to show. */
  made: { email: string; link: string } | undefined;
  close: () => void;
}

/** The way in for somebody whom no mail reaches. */
export function InviteLink({ made, close }: InviteLinkProps) {
  const copy = async () => {
    if (made && (await copyText(made.link))) toast.success("Link copied to clipboard");
  };
  return (
    <Dialog
      isOpen={made !== undefined}
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
        No mail was sent. Hand this link to <span className="font-medium break-all">{made?.email}</span>: it makes one
        account with this e-mail, works once, and for a week.
      </p>
      <p
        data-testid="invite-link"
        className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 font-mono break-all select-all"
      >
        {made?.link}
      </p>
    </Dialog>
  );
}
