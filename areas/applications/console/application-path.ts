// The paths of applications. The report is found by namespace and name, as in the API; the editor by id.
export const APPLICATIONS = "/applications";

export const reportPath = ({ namespace, name }: { namespace?: string | null | undefined; name: string }) =>
  `${APPLICATIONS}/${encodeURIComponent(namespace || "default")}/${encodeURIComponent(name)}`;

export const editPath = (id: string) => `${APPLICATIONS}/${id}`;

/** The address of the report as a file. */
export const exportAddress = (application: { namespace: string; name: string }, format: "json" | "html" | "csv") => {
  const { namespace, name } = application;
  return `/api/application/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}/export?format=${format}`;
};
