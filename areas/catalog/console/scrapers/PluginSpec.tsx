import { JobErrors } from "#console/resources/JobErrors.tsx";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";

/** The rules of a plugin, and the errors that scraper runs reported for these rules. */
export function PluginSpec({ id, draft: _draft, ...edited }: SpecEditorProps) {
  return (
    <>
      {id !== undefined && <JobErrors view="scrape_plugins_with_status" id={id} />}
      <p className="text-muted">
        From the next run on, these rules apply to every scraper in addition to its own rules. A dry run of a scraper
        shows their effect.
      </p>
      <FormOrCode label="Spec" {...edited} />
    </>
  );
}
