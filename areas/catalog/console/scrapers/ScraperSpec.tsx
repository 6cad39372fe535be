import { useRefusedProblems } from "#console/resources/dry-run/use-dry-run.ts";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { OwnItems } from "./OwnItems.tsx";
import { OWN_SCRAPER } from "./own-scraper.ts";
import { ScraperForm } from "./ScraperForm.tsx";
import { TryScraper } from "./TryScraper.tsx";

/** The editor of a scraper's spec, as forms or as code, with dry runs. */
export function ScraperSpec({ id, draft, ...edited }: SpecEditorProps) {
  const { problems, refused } = useRefusedProblems(edited);
  if (id === OWN_SCRAPER) return <OwnItems />;
  return (
    <>
      <TryScraper id={id} draft={draft} isSaved={edited.value === edited.saved} refused={refused} />
      <FormOrCode label="Spec" {...edited} problems={problems}>
        {(form) => <ScraperForm {...form} />}
      </FormOrCode>
    </>
  );
}
