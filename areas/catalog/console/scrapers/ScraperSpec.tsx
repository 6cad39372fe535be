import { useState } from "react";
import { JobErrors } from "#console/resources/JobErrors.tsx";
import { placesOf } from "#console/resources/problem-places.ts";
import type { SpecEditorProps } from "#console/resources/spec-editor.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { ScraperForm } from "./ScraperForm.tsx";
import { TryScraper } from "./TryScraper.tsx";

/** What the product itself writes into the catalog goes by it: there is nothing to run. */
const OWN = "00000000-0000-0000-0000-000000000000";

/** The spec of a scraper, as the forms of its entries or as code, and what it would find. */
export function ScraperSpec({ id, draft, ...edited }: SpecEditorProps) {
  // What a dry run found wrong holds until something else is written.
  const [refused, setRefused] = useState<{ of: unknown; problems: readonly SchemaProblem[] }>();
  const problems = refused?.of === edited.value ? [...edited.problems, ...(refused?.problems ?? [])] : edited.problems;
  return (
    <>
      {id !== undefined && <JobErrors view="config_scrapers_with_status" id={id} />}
      {id !== OWN && (
        <TryScraper
          id={id}
          draft={draft}
          isSaved={edited.value === edited.saved}
          refused={(error) => setRefused({ of: edited.value, problems: placesOf(error).spec })}
        />
      )}
      <FormOrCode label="Spec" {...edited} problems={problems}>
        {(form) => <ScraperForm {...form} />}
      </FormOrCode>
    </>
  );
}
