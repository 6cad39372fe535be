// The HTTP calls that read the report of an application. The data API reads and writes the applications themselves.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Returns the audit report of an application, limited to the rows that the caller may read. */
export const readReport = call<Shape<typeof schema.readReport>>("GET", "/api/application/{namespace}/{name}");

/** Returns the same report as a file. */
export const exportReport = call<Shape<typeof schema.exportReport>>(
  "GET",
  "/api/application/{namespace}/{name}/export",
);

export type Report = Shape<typeof schema.readReport>["answer"];
export type ReportUser = Report["accessControl"]["users"][number];
export type ReportChange = Report["changes"][number];
export type ReportIncident = Report["incidents"][number];
export type ReportBackup = Report["backups"][number];
export type ReportFinding = Report["findings"][number];
export type ReportSection = Report["sections"][number];
