import { JobErrors } from "#console/resources/JobErrors.tsx";
import type { SpecEditorProps } from "#console/resources/spec-editor.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { ScraperForm } from "./ScraperForm.tsx";
import { TryScraper } from "./TryScraper.tsx";

/** The spec of a scraper, as the forms of its entries or as code, and what it would find. */
export function ScraperSpec({ id, draft, ...edited }: SpecEditorProps) {
  return (
    <>
      {id !== undefined && <JobErrors view="config_scrapers_with_status" id={id} />}
      <TryScraper id={id} draft={draft} isSaved={edited.value === edited.saved} />
      <FormOrCode label="Spec" {...edited}>
        {(form) => <ScraperForm {...form} />}
      </FormOrCode>
    </>
  );
}
