// The URL of the page of a component.
import { text, urlState } from "#console/url/url-state.ts";

export const componentUrl = urlState({
  /** Only children in this health or status are shown. */
  status: text(),
  /** The time at which the component is shown; empty for now. */
  at: text(),
  /** The open panel at the side; `none` if all are closed. */
  panel: text("details"),
  /** The component that the person came from, if it is not the parent. */
  refererId: text(),
});
