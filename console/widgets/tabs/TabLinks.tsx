import { Link, useLocation } from "@tanstack/react-router";
import { Count, tabListLook, tabLook } from "./tab-look.tsx";

export interface TabLink {
  href: string;
  label: string;
  count?: number;
}

interface TabLinksProps {
  label: string;
  tabs: readonly TabLink[];
}

/** Tabs that are pages of their own: /catalog/{id}, /catalog/{id}/changes. The longest address that fits is the current one. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [current] = tabs
    .map(({ href }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length);
  return (
    <nav aria-label={label} className={tabListLook}>
      {tabs.map(({ href, label: name, count }) => (
        <Link key={href} to={href} aria-current={href === current ? "page" : undefined} className={tabLook}>
          {name}
          <Count of={count} />
        </Link>
      ))}
    </nav>
  );
}
