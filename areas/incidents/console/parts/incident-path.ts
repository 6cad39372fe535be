// Paths of the incident pages.
import { printSearch } from "#console/url/search.ts";

export const INCIDENTS = "/incidents";

export const incidentPath = (id: string) => `${INCIDENTS}/${encodeURIComponent(id)}`;

/** The list with filters. All statuses are listed, unless the filters set a status. */
export const incidentsPath = (filters: { component?: string; status?: string; create?: "true" }) =>
  `${INCIDENTS}${printSearch({ status: "all", ...filters })}`;

/** The dialog that creates an incident, over the list. */
export const CREATE_PATH = `${INCIDENTS}?create=yes`;
