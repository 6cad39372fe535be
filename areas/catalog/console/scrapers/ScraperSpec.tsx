import { useState } from "react";
import { JobErrors } from "#console/resources/JobErrors.tsx";
import { placesOf } from "#console/resources/problem-places.ts";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { OWN_SCRAPER, OwnItems } from "./OwnItems.tsx";
import { ScraperForm } from "./ScraperForm.tsx";
import { TryScraper } from "./TryScraper.tsx";

/** The editor of a scraper's spec, as forms or as code, with its last errors and dry runs. */
export function ScraperSpec({ id, draft, ...edited }: SpecEditorProps) {
  // Problems reported by a dry run are shown until the spec is edited.
  const [refused, setRefused] = useState<{ spec: unknown; problems: readonly SchemaProblem[] }>();
  const problems =
    refused?.spec === edited.value ? [...edited.problems, ...(refused?.problems ?? [])] : edited.problems;
  if (id === OWN_SCRAPER) return <OwnItems />;
  return (
    <>
      {id !== undefined && <JobErrors view="config_scrapers_with_status" id={id} />}
      <TryScraper
        id={id}
        draft={draft}
        isSaved={edited.value === edited.saved}
        refused={(error) => setRefused({ spec: edited.value, problems: placesOf(error).spec })}
      />
      <FormOrCode label="Spec" {...edited} problems={problems}>
        {(form) => <ScraperForm {...form} />}
      </FormOrCode>
    </>
  );
}
