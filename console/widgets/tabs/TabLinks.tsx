import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { AddressLink } from "../AddressLink.tsx";
import { Icon, type IconName } from "../Icon.tsx";
import { Count, tabListLook, tabLook } from "./tab-look.tsx";

export interface TabLink {
  /** A query is kept in the link, but ignored when the current tab is determined. */
  href: string;
  label: string;
  icon?: IconName;
  count?: number | undefined;
  /** Replaces the number, if the number is loaded separately. */
  badge?: ReactNode;
}

interface TabLinksProps {
  label: string;
  tabs: readonly TabLink[];
}

/** The width of the next tab that stays visible, to indicate that there are more tabs. */
const PEEK_PX = 48;

/**
 * Tabs that are separate pages: /catalog/{id}, /catalog/{id}/changes. The tab with the longest matching address is the
 * current tab.
 */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [current] = tabs
    .map(({ href }) => pathOf(href))
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length);
  const at = tabs.findIndex(({ href }) => pathOf(href) === current);
  const list = useRef<HTMLElement>(null);
  // Scrolls the current tab into view if not all fit.
  useEffect(() => {
    const link = list.current?.children[at];
    if (!list.current || !(link instanceof HTMLElement)) return undefined;
    const show = () => {
      if (!list.current) return;
      const { clientWidth } = list.current;
      const end = link.offsetLeft + link.offsetWidth + PEEK_PX - clientWidth;
      list.current.scrollLeft = Math.min(end, Math.max(0, link.offsetLeft - PEEK_PX));
    };
    show();
    // Counts are loaded later and make the tabs wider.
    const resized = new ResizeObserver(show);
    for (const tab of list.current.children) resized.observe(tab);
    resized.observe(list.current);
    return () => resized.disconnect();
  }, [at]);
  return (
    <nav ref={list} aria-label={label} className={`relative ${tabListLook}`}>
      {tabs.map(({ href, label: name, icon, count, badge }) => (
        <AddressLink
          key={pathOf(href)}
          href={href}
          aria-current={pathOf(href) === current ? "page" : undefined}
          className={tabLook}
        >
          {icon && <Icon name={icon} size={14} />}
          {name}
          {badge ?? <Count of={count} />}
        </AddressLink>
      ))}
    </nav>
  );
}

const pathOf = (href: string) => href.split("?", 1)[0]!;
