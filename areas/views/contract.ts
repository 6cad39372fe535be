// The HTTP calls that return view data. The data API reads and writes the views themselves.
//
// Shape of a response:
// - It has the keys of two API versions: `rows` contains arrays of cells, and the newer keys (refreshStatus,
//   requestFingerprint, variables, columnOptions, sections …) are always present.
// - Lists and maps are empty, never null. Optional texts are left out.
// - The last column is `__row__attributes` (type row_attributes, hidden) if a cell of the table has a link, an icon,
//   limits or a config item. Its value is a map by column name.
// - A failed refresh is not an HTTP error while older data exist: the response has these data, `refreshStatus` "error",
//   `refreshError` and one entry of `errors` per query, panel or column that failed. `lastRefreshedAt` is the time of
//   the data. Without older data, queries that work are still shown: `refreshStatus` is "error" as well,
//   `lastRefreshedAt` is left out, and a panel that reads a failed query has an error instead of rows.
// - A refresh that takes longer than the timeout continues: `refreshing` is true, and the console repeats the request.
// - `sections` only name views. The console loads each of them with a separate call and the same variable values.
// - A preview is the same response; it is never stored.
// - A view without a namespace has the path of the namespace `default`.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/**
 * Returns the data of a view with the default values of its variables. The header `Cache-Control: max-age=n` (seconds)
 * sets the maximum age of the data; `refresh-timeout=n` sets how long to wait for a refresh.
 */
export const viewData = call<Shape<typeof schema.viewData>>("GET", "/api/view/{namespace}/{name}");

/** Returns the data of a view for the given variable values. The call accepts the same headers as `viewData`. */
export const viewDataWith = call<Shape<typeof schema.viewDataWith>>("POST", "/api/view/{namespace}/{name}");

/** Returns the views that appear as tabs on the page of a config item, or all views that the caller may read. */
export const listViews = call<Shape<typeof schema.listViews>>("GET", "/api/view/list");

/** Returns the data of a draft, with the rights of the caller. The caller must have the right to save the view. */
export const previewView = call<Shape<typeof schema.previewView>>("POST", "/api/view/preview");

/** Returns the ready-made views of the gallery. */
export const galleryOfViews = call<Shape<typeof schema.galleryOfViews>>("GET", "/api/view/gallery");

export type {
  CellAttributes,
  GalleryView,
  ListedView,
  RefreshError,
  RowAttributes,
  ViewAnswer,
  ViewColumn,
  ViewPanel,
  ViewSection,
  ViewVariable,
} from "./contract.schema.ts";
