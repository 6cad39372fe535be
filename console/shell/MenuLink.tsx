import { Link, useLocation } from "@tanstack/react-router";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import type { MenuEntry } from "./area.ts";
import { isInside } from "./menu.ts";

const heights = { regular: "h-control", dense: "h-7 min-h-touch" };

/** The style of all menu rows, both links and buttons. */
export const menuRow =
  "flex w-full items-center gap-2.5 rounded-md px-3 font-medium text-muted transition-colors hover:bg-hover hover:text-text";

interface MenuLinkProps {
  entry: MenuEntry;
  isCollapsed?: boolean;
  density?: keyof typeof heights;
  onClick?: () => void;
}

export function MenuLink({ entry, isCollapsed = false, density = "regular", onClick }: MenuLinkProps) {
  const isCurrent = useIsInside(entry.href);
  return (
    <Link
      to={entry.href}
      onClick={onClick}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={isCollapsed ? entry.name : undefined}
      title={isCollapsed ? entry.name : undefined}
      className={`${heights[density]} ${menuRow} aria-[current]:bg-selected aria-[current]:text-text`}
    >
      <AnyIcon name={entry.icon} fallback="workflow" />
      {!isCollapsed && <span className="truncate">{entry.name}</span>}
    </Link>
  );
}

export const useIsInside = (href: string) => useLocation({ select: ({ pathname }) => isInside(pathname, href) });
