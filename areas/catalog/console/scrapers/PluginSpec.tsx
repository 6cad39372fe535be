import { JobErrors } from "#console/resources/JobErrors.tsx";
import type { SpecEditorProps } from "#console/resources/spec-editor.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";

/** The rules of a plugin, and what runs of scrapers found wrong with them. */
export function PluginSpec({ id, draft: _draft, ...edited }: SpecEditorProps) {
  return (
    <>
      {id !== undefined && <JobErrors view="scrape_plugins_with_status" id={id} />}
      <p className="text-muted">
        Every scraper follows these rules beside its own, from its next run on. A dry run of a scraper shows what
        becomes of them.
      </p>
      <FormOrCode label="Spec" {...edited} />
    </>
  );
}
