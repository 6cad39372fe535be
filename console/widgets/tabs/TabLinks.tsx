import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AddressLink } from "../AddressLink.tsx";
import { Icon, type IconName } from "../Icon.tsx";
import { Count, tabListLook, tabLook } from "./tab-look.tsx";
import { useShownTab } from "./use-shown-tab.ts";

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
  const list = useShownTab<HTMLElement>(at);
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
