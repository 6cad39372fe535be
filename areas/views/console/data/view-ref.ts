// The names and the addresses of views.

/** A view by its name, as other views and people refer to it. */
export interface ViewRef {
  namespace: string;
  name: string;
}

/** The namespace under which a view without one is read. */
export const DEFAULT_NAMESPACE = "default";

export const VIEWS_SETTINGS = "/settings/views";
export const GALLERY = `${VIEWS_SETTINGS}?gallery=open`;

export const viewPath = (id: string) => `/views/${encodeURIComponent(id)}`;
export const editViewPath = (id: string) => `${VIEWS_SETTINGS}/${encodeURIComponent(id)}`;
