// The paths, the list and the editor of applications. A row of the list opens the report. The URL of the report
// contains the namespace and the name, as in the API; the URL of the editor contains the id.
import type { SettingsResource } from "#console/resources/settings-resource.ts";

export const APPLICATIONS = "/applications";

export const reportPath = ({ namespace, name }: { namespace?: string | null | undefined; name: string }) =>
  `${APPLICATIONS}/${encodeURIComponent(namespace || "default")}/${encodeURIComponent(name)}`;

export const editPath = (id: string) => `${APPLICATIONS}/${id}`;

/** The URL that downloads the report as a file. */
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
  purpose: "An application groups config items, databases and user accounts. Its report shows them to auditors.",
  resource: "database",
  feature: "applications",
  namespace: "default",
  hasLabels: true,
  rowHref: reportPath,
  hiddenColumns: ["labels", "updated_at", "source"],
  order: { id: "name", desc: false },
  columns: [
    { id: "type", title: "Type", width: 120, sort: false, value: ({ spec }) => textIn(spec, "type") },
    {
      id: "description",
      title: "Description",
      minWidth: 360,
      sort: false,
      narrow: "text",
      value: ({ spec }) => textIn(spec, "description"),
    },
  ],
};
