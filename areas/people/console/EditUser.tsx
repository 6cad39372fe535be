import { useForm } from "react-hook-form";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ChoicesField } from "#console/widgets/form/fields/ChoicesField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { roles, type Role } from "#language/roles.ts";
import { updatePerson, type User } from "../contract.ts";
import { grantable } from "./roles.tsx";
import { UserFields } from "./UserFields.tsx";
import { useChangedUsers } from "./users.ts";

interface EditUserProps {
  /** Undefined if no user is edited. */
  user: User | undefined;
  close: () => void;
  /** Asks for confirmation to delete the user. */
  remove: (user: User) => void;
}

/** Edits one user: name, email and roles. */
export function EditUser({ user, close, remove }: EditUserProps) {
  return (
    <Dialog isOpen={user !== undefined} onClose={close} size="small" title="Edit User" description={user?.email}>
      {user && <UserForm key={user.id} user={user} close={close} remove={remove} />}
    </Dialog>
  );
}

interface Values {
  firstName: string | null;
  lastName: string | null;
  email: string;
  roles: Role[] | null;
  active: boolean;
}

function UserForm({ user, close, remove }: EditUserProps & { user: User }) {
  const actor = useActor();
  const changed = useChangedUsers();
  const form = useForm<Values>({
    mode: "onTouched",
    defaultValues: {
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      roles: user.roles,
      active: user.state === "active",
    },
  });
  const mayGrant = actor.can("write", "rbac");
  // Roles that the user has are always listed.
  const offered = roles.filter((role) => grantable(actor).includes(role) || user.roles.includes(role));
  const isSelf = user.id === actor.user.id;

  const save = async ({ firstName, lastName, email, roles: held, active }: Values) => {
    const body = { id: user.id, firstName: firstName ?? "", lastName: lastName ?? "", email, active };
    const { name } = await ask(updatePerson, { body: { ...body, ...(mayGrant && { roles: held ?? [] }) } });
    toast.success(`${`${name.first} ${name.last}`.trim()} updated successfully`);
    await changed();
    close();
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      actions={
        <>
          {!isSelf && (
            <Button icon="trash-2" className="mr-auto" onClick={() => remove(user)}>
              Delete
            </Button>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={form.formState.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <UserFields />
      <FormField
        of={ChoicesField}
        name="roles"
        label="Roles"
        options={offered.map((value) => ({ value }))}
        isReadOnly={!mayGrant}
        help="A user has the permissions of all their roles. Without a role, nothing is allowed."
      />
      <FormField
        of={SwitchField}
        name="active"
        label="Active"
        isReadOnly={isSelf}
        help={isSelf ? "You cannot lock yourself out." : "An inactive user keeps all data but cannot sign in."}
      />
    </Form>
  );
}
