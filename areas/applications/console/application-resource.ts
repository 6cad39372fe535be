// The paths, the list and the editor of applications. A row of the list opens the report, which is found by namespace and
// name, as in the API; the editor is found by id.
import type { SettingsResource } from "#console/resources/settings-resource.ts";

export const APPLICATIONS = "/applications";

export const reportPath = ({ namespace, name }: { namespace?: string | null | undefined; name: string }) =>
  `${APPLICATIONS}/${encodeURIComponent(namespace || "default")}/${encodeURIComponent(name)}`;

export const editPath = (id: string) => `${APPLICATIONS}/${id}`;

/** The address of the report as a file. */
export const exportAddress = (application: { namespace: string; name: string }, format: "json" | "html" | "csv") => {
  const { namespace, name } = application;
  return `/api/application/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}/export?format=${format}`;
};

const textIn = (spec: unknown, field: "type" | "description"): string => {
  const value = typeof spec === "object" && spec !== null ? (spec as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" ? value : "";
};

export const applicationResource: SettingsResource = {
  table: "applications",
  path: APPLICATIONS,
  title: "Applications",
  name: "Application",
  kind: "application",
  icon: "app-window",
  purpose:
    "An application names the config items, databases and accounts that belong together. Its report shows them to auditors.",
  resource: "database",
  feature: "applications",
  namespace: "default",
  hasLabels: true,
  rowHref: reportPath,
  hiddenColumns: ["labels", "updated_at"],
  columns: [
    { id: "type", title: "Type", width: 144, sort: false, value: ({ spec }) => textIn(spec, "type") },
    {
      id: "description",
      title: "Description",
      minWidth: 200,
      sort: false,
      narrow: "text",
      value: ({ spec }) => textIn(spec, "description"),
    },
  ],
};
