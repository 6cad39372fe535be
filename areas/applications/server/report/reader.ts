// Reads the rows of a report with the rights of its reader, and collects the reasons why parts are missing.
import { readableRelations } from "#areas/incidents/server/index.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Report } from "../../contract.ts";

/** The relations that a report reads. A section is left out if the reader may not read its relations. */
const relations = [
  "config_items",
  "config_changes",
  "config_analysis",
  "incidents",
  "hypotheses",
  "evidences",
  "checks",
  "check_config_relationships",
  "check_statuses",
  "notification_send_history",
  "people",
] as const;
type ReportRelation = (typeof relations)[number];

export interface ReportReader {
  /** Returns the first column of each row, which is a JSON object. */
  rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  mayRead(...names: readonly ReportRelation[]): boolean;
  /** Whether the reader may read these relations. If not, the section is added to `omitted`. */
  opens(section: string, ...names: readonly ReportRelation[]): boolean;
  omit(section: string, reason: string): void;
  readonly omitted: Report["omitted"];
}

export async function createReader(
  system: Pick<System, "db" | "catalog" | "features">,
  actor: Actor,
): Promise<ReportReader> {
  const readable = new Set(await readableRelations(system, actor, relations));
  const claims = claimsOf(actor, "read");
  const client = system.db.reading(claims);
  const omitted: Report["omitted"] = [];
  const omit = (section: string, reason: string) => void omitted.push({ section, reason });
  const mayRead = (...names: readonly ReportRelation[]) => names.every((name) => readable.has(name));
  if (claims !== undefined) omit("All sections", "Only rows that your permissions allow are included.");
  return {
    omitted,
    omit,
    mayRead,
    opens(section, ...names) {
      const isOpen = mayRead(...names);
      if (!isOpen) omit(section, "You may not read this data, or its feature is switched off.");
      return isOpen;
    },
    async rows<Row>(text: string, values: readonly unknown[]) {
      const { rows } = await client.query<{ row: Row }>(text, [...values]);
      return rows.map(({ row }) => row);
    },
  };
}
