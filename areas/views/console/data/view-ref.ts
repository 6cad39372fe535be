// View names and URLs.

/** The namespace and name of a view, which sections, links and the API use. */
export interface ViewRef {
  namespace: string;
  name: string;
}

/** The namespace of views that have none. */
export const DEFAULT_NAMESPACE = "default";

export const VIEWS_SETTINGS = "/settings/views";
export const GALLERY = `${VIEWS_SETTINGS}?gallery=open`;

export const viewPath = (id: string) => `/views/${encodeURIComponent(id)}`;
export const editViewPath = (id: string) => `${VIEWS_SETTINGS}/${encodeURIComponent(id)}`;
