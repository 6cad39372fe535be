// Sections of a report that show views. The area of views provides the reader of a view; a view that cannot be read does
// not stop the report, and its section states the reason.
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Report, ReportSection } from "../../contract.ts";
import type { ApplicationSpec } from "../spec/application-spec.ts";

export interface ViewReference {
  namespace: string;
  name: string;
}

/**
 * Returns the answer of a view with the rights of the actor; undefined for an unknown view. Throws a Problem if the
 * view cannot be shown.
 */
export type ReadView = (
  system: System,
  actor: Actor,
  view: ViewReference,
  signal: AbortSignal,
) => Promise<object | undefined>;

export async function readSections(
  specified: ApplicationSpec["sections"] = [],
  namespace: string,
  read: (view: ViewReference) => Promise<object | undefined>,
): Promise<Report["sections"]> {
  return Promise.all(
    specified.map(async ({ title, icon = "", viewRef }): Promise<ReportSection> => {
      const view = { namespace: viewRef?.namespace ?? namespace, name: viewRef?.name ?? "" };
      const section = { type: "view" as const, title: title || view.name || "View", icon, view };
      if (view.name === "") return { ...section, error: "The section names no view." };
      try {
        const result = await read(view);
        if (result !== undefined) return { ...section, result };
        return { ...section, error: `There is no view ${view.namespace}/${view.name}.` };
      } catch (error) {
        if (error instanceof Problem) return { ...section, error: error.message };
        throw error;
      }
    }),
  );
}
