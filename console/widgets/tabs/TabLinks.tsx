import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { AddressLink } from "#console/shell/AddressLink.tsx";
import { Count, tabListLook, tabLook } from "./tab-look.tsx";

export interface TabLink {
  /** What follows a question mark is taken along, and says nothing about which tab it is. */
  href: string;
  label: string;
  count?: number;
  /** In place of the count, where it is not known beforehand. */
  badge?: ReactNode;
}

interface TabLinksProps {
  label: string;
  tabs: readonly TabLink[];
}

/** So much of the next one is seen that there is a next one. */
const AFTER = 48;

/** Tabs that are pages of their own: /catalog/{id}, /catalog/{id}/changes. The longest address that fits is the current one. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [current] = tabs
    .map(({ href }) => pathOf(href))
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length);
  const at = tabs.findIndex(({ href }) => pathOf(href) === current);
  const list = useRef<HTMLElement>(null);
  // Where not all of them fit, the current one is in sight.
  useEffect(() => {
    const link = list.current?.children[at];
    if (list.current && link instanceof HTMLElement)
      list.current.scrollLeft = link.offsetLeft + link.offsetWidth + AFTER - list.current.clientWidth;
  }, [at]);
  return (
    <nav ref={list} aria-label={label} className={`relative ${tabListLook}`}>
      {tabs.map(({ href, label: name, count, badge }) => (
        <AddressLink
          key={pathOf(href)}
          href={href}
          aria-current={pathOf(href) === current ? "page" : undefined}
          className={tabLook}
        >
          {name}
          {badge ?? <Count of={count} />}
        </AddressLink>
      ))}
    </nav>
  );
}

const pathOf = (href: string) => href.split("?", 1)[0]!;
