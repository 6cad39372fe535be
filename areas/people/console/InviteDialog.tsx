import { useState } from "react";
import { useForm } from "react-hook-form";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Role } from "#language/roles.ts";
import { inviteUser } from "./invite-user.ts";
import { InviteLink } from "./InviteLink.tsx";
import { grantable, roleWords } from "./roles.tsx";
import { UserFields } from "./UserFields.tsx";
import { useChangedUsers } from "./users.ts";

interface InviteDialogProps {
  isOpen: boolean;
  close: () => void;
}

interface Link {
  email: string;
  link: string;
}

/** Invites a person. If no mail is sent, the inviting user passes the link on. */
export function InviteDialog({ isOpen, close }: InviteDialogProps) {
  const [created, setCreated] = useState<Link>();
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        size="small"
        title="Invite User"
        description="The link works once and expires after a week."
      >
        <InviteForm
          close={close}
          done={(link) => {
            close();
            setCreated(link);
          }}
        />
      </Dialog>
      <InviteLink invitation={created} close={() => setCreated(undefined)} />
    </>
  );
}

interface Values {
  firstName: string | null;
  lastName: string | null;
  email: string;
  role: Role | null;
}

const emptyValues: Values = { firstName: "", lastName: "", email: "", role: null };

function InviteForm({ close, done }: { close: () => void; done: (link: Link | undefined) => void }) {
  const form = useForm<Values>({ mode: "onTouched", defaultValues: emptyValues });
  const actor = useActor();
  const changed = useChangedUsers();
  const send = async ({ firstName, lastName, email, role }: Values) => {
    const body = { firstName: firstName ?? "", lastName: lastName ?? "", email, role: role! };
    const { payload } = await ask(inviteUser, { body });
    await changed();
    if (payload.is_mailed) toast.success(`Invitation sent to ${email}`);
    done(payload.is_mailed ? undefined : { email, link: payload.link });
  };
  return (
    <Form
      form={form}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={form.formState.isSubmitting}>
            Invite
          </Button>
        </>
      }
    >
      <UserFields />
      <FormField
        of={SelectField<Role>}
        name="role"
        label="Role"
        isRequired
        placeholder="Choose a role"
        options={grantable(actor).map((value) => ({ value, label: `${value}: ${roleWords[value]}` }))}
      />
    </Form>
  );
}
