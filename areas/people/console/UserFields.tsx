import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { FormField } from "#console/widgets/form/Form.tsx";

const isEmail = (value: unknown) => typeof value === "string" && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim());

/** Name and email of a user. */
export function UserFields() {
  return (
    <>
      <div className="grid gap-4 shell:grid-cols-2">
        <FormField of={TextField} name="firstName" label="First name" isRequired />
        <FormField of={TextField} name="lastName" label="Last name" />
      </div>
      <FormField
        of={TextField}
        name="email"
        label="Email"
        type="email"
        isRequired
        validate={(value) => (isEmail(value) ? undefined : "Entered value does not match email format")}
      />
    </>
  );
}
