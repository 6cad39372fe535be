import { Link } from "@tanstack/react-router";
import type { AriaAttributes, ReactNode } from "react";
import { parseSearch } from "#console/url/search.ts";

interface AddressLinkProps extends Pick<AriaAttributes, "aria-label" | "aria-current"> {
  /** With whatever the page there is to show: `/catalog?configType=Kubernetes::Pod`. */
  href: string;
  title?: string | undefined;
  tabIndex?: 0 | -1;
  draggable?: boolean;
  className?: string;
  children: ReactNode;
}

/** A way to a page of the console in a certain state. The router's own link knows paths only. */
export function AddressLink({ href, ...link }: AddressLinkProps) {
  const [path = "", search = ""] = href.split("?", 2);
  return <Link to={path} search={parseSearch(search)} activeOptions={{ exact: true, includeSearch: true }} {...link} />;
}
