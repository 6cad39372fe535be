// The URL of the page of a component, in addition to that of the dashboard.
import { text, urlState } from "#console/url/url-state.ts";

export const componentUrl = urlState({
  /** The open panel at the side; `none` if all are closed. */
  panel: text("details"),
  /** The component that the person came from, if it is not the parent. */
  refererId: text(),
});
