import { JobErrors } from "#console/resources/JobErrors.tsx";
import type { SpecEditorProps } from "#console/resources/spec-editor.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { CanaryForm } from "./CanaryForm.tsx";

/** The spec of a canary, as the forms of its checks or as code. */
export function CanarySpec({ id, draft, ...edited }: SpecEditorProps) {
  return (
    <>
      {id !== undefined && <JobErrors view="canaries_with_status" id={id} />}
      <FormOrCode label="Spec" {...edited}>
        {(form) => <CanaryForm {...form} draft={draft} />}
      </FormOrCode>
    </>
  );
}
