import { Link } from "@tanstack/react-router";
import type { AriaAttributes, ReactNode } from "react";
import { parseSearch } from "#console/url/search.ts";

interface AddressLinkProps extends Pick<AriaAttributes, "aria-label" | "aria-current"> {
  /** The path with its query: `/catalog?configType=Kubernetes::Pod`. */
  href: string;
  title?: string | undefined;
  tabIndex?: 0 | -1;
  draggable?: boolean;
  className?: string;
  children: ReactNode;
}

/** A link to a page of the console with a query. The router's own link supports only paths. */
export const AddressLink = ({ href, ...link }: AddressLinkProps) => (
  <Link {...linkTo(href)} activeOptions={{ exact: true, includeSearch: true }} {...link} />
);

/** Splits an address into the properties of the router's own link. */
export function linkTo(href: string) {
  const [path = "", search = ""] = href.split("?", 2);
  return { to: path, search: parseSearch(search) };
}
