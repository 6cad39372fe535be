// Reads the views that a report shows as sections. If a view cannot be read, its section contains the reason, and the
// rest of the report is still built.
import { Problem, problem } from "#language/problem.ts";
import type { Report, ReportSection } from "../../contract.ts";
import type { ApplicationSpec } from "../spec/application-spec.ts";

interface ViewReference {
  namespace: string;
  name: string;
}

/** The maximum number of rows per section, because reports are printed. */
const maxSectionRows = 1_000;
/** The maximum size of all sections as JSON. */
const maxSectionsBytes = 20_000_000;

/** `read` returns at most `maxRows` rows. */
export async function readSections(
  specified: ApplicationSpec["sections"] = [],
  namespace: string,
  read: (view: ViewReference, maxRows: number) => Promise<{ isCut: boolean; answer: object; bytes: number }>,
  omit: (section: string, reason: string) => void,
): Promise<Report["sections"]> {
  const sections: ReportSection[] = [];
  let size = 0;
  // Views are read one after the other, because their data can be large.
  for (const { title, icon = "", viewRef } of specified) {
    const view = { namespace: viewRef?.namespace ?? namespace, name: viewRef?.name ?? "" };
    const section = { type: "view" as const, title: title || view.name || "View", icon, view };
    if (view.name === "") {
      sections.push({ ...section, error: "The section does not name a view." });
      continue;
    }
    try {
      const { isCut, answer, bytes } = await read(view, maxSectionRows);
      if (size + bytes > maxSectionsBytes)
        throw problem.invalid(`The sections of a report can have at most ${maxSectionsBytes / 1e6} MB.`);
      size += bytes;
      if (isCut) omit(section.title, `Only the first ${maxSectionRows.toLocaleString("en")} rows are included.`);
      sections.push({ ...section, result: answer });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      sections.push({ ...section, error: error.message });
    }
  }
  return sections;
}
