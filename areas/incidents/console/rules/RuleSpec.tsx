import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { RulePreview } from "./RulePreview.tsx";

/** The editor of a rule's spec, as a form or as code, with the incidents that it would have opened. */
export function RuleSpec({ id: _id, draft: _draft, ...edited }: SpecEditorProps) {
  return (
    <>
      <FormOrCode label="Spec" {...edited} />
      <RulePreview spec={edited.value} />
    </>
  );
}
