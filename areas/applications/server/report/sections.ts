// Sections of a report that show views. A view that cannot be read does not stop the report, and its section states the
// reason.
import { Problem } from "#language/problem.ts";
import type { Report, ReportSection } from "../../contract.ts";
import type { ApplicationSpec } from "../spec/application-spec.ts";

interface ViewReference {
  namespace: string;
  name: string;
}

export async function readSections(
  specified: ApplicationSpec["sections"] = [],
  namespace: string,
  read: (view: ViewReference) => Promise<object>,
): Promise<Report["sections"]> {
  return Promise.all(
    specified.map(async ({ title, icon = "", viewRef }): Promise<ReportSection> => {
      const view = { namespace: viewRef?.namespace ?? namespace, name: viewRef?.name ?? "" };
      const section = { type: "view" as const, title: title || view.name || "View", icon, view };
      if (view.name === "") return { ...section, error: "The section names no view." };
      try {
        return { ...section, result: await read(view) };
      } catch (error) {
        if (error instanceof Problem) return { ...section, error: error.message };
        throw error;
      }
    }),
  );
}
