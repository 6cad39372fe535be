import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { SuggestField } from "#console/widgets/form/fields/SuggestField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { features } from "#language/features.ts";
import { aboutProperty, effectOf } from "../model.ts";
import { addFlag, type Flag, removeFlag, updateFlag, type Written } from "./features-query.ts";
import { allProperties } from "./properties-query.ts";

interface FlagDialogProps {
  isOpen: boolean;
  /** The name of the edited flag; empty for a new flag. */
  name: string;
  /** The row of the table. */
  stored: Flag | undefined;
  /** Whether the flags are loaded. A flag that is missing from the loaded flags was deleted. */
  isKnown: boolean;
  close: () => void;
}

const suggestedNames = features.map((feature) => ({
  value: `${feature}.disable`,
  hint: aboutProperty(`${feature}.disable`).description,
}));
const suggestedValues = [{ value: "true" }, { value: "false" }];

export function FlagDialog({ isOpen, name, stored, isKnown, close }: FlagDialogProps) {
  const isNew = name === "";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="small"
      title={isNew ? "Add feature flag" : "Edit feature flag"}
      description="The flag takes effect immediately, for all users."
    >
      {isNew || stored ? (
        <FlagForm key={name} stored={stored} close={close} />
      ) : isKnown ? (
        <p>This feature flag is no longer in the database.</p>
      ) : (
        <TextSkeleton label="The feature flag" lines={4} />
      )}
    </Dialog>
  );
}

function FlagForm({ stored, close }: { stored: Flag | undefined; close: () => void }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const form = useForm<Written>({
    defaultValues: { name: stored?.name ?? "", value: stored?.value ?? "" },
    mode: "onTouched",
  });
  const name = useWatch({ control: form.control, name: "name" }) ?? "";
  const value = useWatch({ control: form.control, name: "value" }) ?? "";
  const about = aboutProperty(name);
  const finish = async (message: string) => {
    toast.success(message);
    close();
    await cache.invalidateQueries({ queryKey: allProperties.queryKey });
  };
  const save = async ({ name, value }: Written) => {
    const flag = { name: name.trim(), value };
    await (stored ? updateFlag(flag) : addFlag(flag));
    await finish(stored ? "Feature flag updated successfully" : "Feature flag added successfully");
  };
  const remove = async () => {
    await removeFlag(stored!.name);
    await finish("Feature flag removed successfully");
  };
  return (
    <>
      <Form
        form={form}
        onSubmit={save}
        actions={
          <>
            {stored && (
              <Button icon="trash-2" className="mr-auto text-unhealthy-text" onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" type="submit" isBusy={form.formState.isSubmitting}>
              {stored ? "Save" : "Add"}
            </Button>
          </>
        }
      >
        <FormField
          of={SuggestField}
          name="name"
          label="Feature flag"
          placeholder="health.disable"
          help={(effectOf(name, value) ?? about.description) || undefined}
          suggestions={suggestedNames}
          validate={(name) =>
            /\s/.test(String(name).trim()) ? "The name must be one word, such as health.disable" : undefined
          }
          isReadOnly={stored !== undefined}
          isRequired={stored === undefined}
        />
        {about.type === "bool" ? (
          <FormField of={SuggestField} name="value" label="Value" suggestions={suggestedValues} isRequired />
        ) : (
          <FormField of={TextField} name="value" label="Value" isRequired />
        )}
        {stored?.overrides && (
          <p className="text-muted">
            The {stored.overrides.origin} sets <code className="font-mono text-text">{stored.overrides.value}</code>;
            without this flag, that value applies.
          </p>
        )}
      </Form>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        look="delete"
        title="Delete feature flag"
        onConfirm={remove}
      >
        {stored?.overrides
          ? `The value of the ${stored.overrides.origin} applies again: ${stored.overrides.value}.`
          : `${stored?.name} will no longer be set for anyone.`}
      </Confirm>
    </>
  );
}
