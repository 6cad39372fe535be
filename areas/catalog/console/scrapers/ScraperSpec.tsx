import { useRefusedProblems } from "#console/resources/dry-run/use-dry-run.ts";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { ScraperForm } from "./ScraperForm.tsx";
import { TryScraper } from "./TryScraper.tsx";

/** The editor of a scraper's spec, as forms or as code, with dry runs. */
export function ScraperSpec({ id, draft, ...edited }: SpecEditorProps) {
  const { problems, refused } = useRefusedProblems(edited);
  return (
    <>
      <TryScraper id={id} draft={draft} isSaved={edited.value === edited.saved} refused={refused} />
      <FormOrCode label="Spec" {...edited} problems={problems}>
        {(form) => <ScraperForm {...form} />}
      </FormOrCode>
    </>
  );
}
