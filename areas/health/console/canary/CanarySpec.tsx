import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { CanaryForm } from "./CanaryForm.tsx";
import { openCheckUrl, pathOf } from "./open-check.ts";

/** The spec of a canary, as the forms of its checks or as code. */
export function CanarySpec({ id, draft, ...edited }: SpecEditorProps) {
  const [{ check }] = useUrl(openCheckUrl);
  return (
    <FormOrCode label="Spec" {...edited} startAt={pathOf(edited.value, check)}>
      {(form) => <CanaryForm {...form} id={id} draft={draft} openCheck={check} />}
    </FormOrCode>
  );
}
