// Paths of the pages of incidents.
import { printSearch } from "#console/url/search.ts";

export const INCIDENTS = "/incidents";

export const incidentPath = (id: string) => `${INCIDENTS}/${encodeURIComponent(id)}`;

/** The list with filters. All statuses are listed, unless one is given. */
export const incidentsPath = (filters: { component?: string; status?: string; create?: "true" }) =>
  `${INCIDENTS}${printSearch({ status: "all", ...filters })}`;

/** The dialog of a new incident, over the list. */
export const CREATE_PATH = `${INCIDENTS}?create=yes`;
