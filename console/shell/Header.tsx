import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { BellCounts } from "./bell.tsx";
import { HelpMenu } from "./HelpMenu.tsx";
import { LiveStatus } from "./LiveStatus.tsx";
import { LoadingLine } from "./LoadingLine.tsx";
import { PreferencesMenu } from "./PreferencesMenu.tsx";
import { useHasPage } from "./registry.ts";
import { SearchButton } from "./SearchButton.tsx";
import { useShell } from "./shell-state.ts";
import { Slot } from "./Slot.tsx";
import { UserMenu } from "./UserMenu.tsx";

/** A parent page. */
export interface Crumb {
  title: string;
  href: string;
  /** Whether a tab of the page has the same link. A small screen then needs no back arrow. */
  isTab?: boolean;
}

interface HeaderProps {
  title: string;
  isTitleName?: boolean | undefined;
  icon?: string | undefined;
  hasTitleBelow?: boolean | "always" | undefined;
  parents?: readonly Crumb[] | undefined;
  actions: ReactNode;
  refresh: ReactNode;
}

export function Header({
  title,
  isTitleName = false,
  icon,
  hasTitleBelow = false,
  parents = [],
  actions,
  refresh,
}: HeaderProps) {
  const { open } = useShell();
  return (
    <header className="relative flex h-12 shrink-0 items-center border-b border-line bg-surface px-1 shell:gap-1 shell:pr-2.5 shell:pl-4 print:hidden">
      <IconButton icon="menu" label="Open menu" onClick={() => open("menu")} className="shell:hidden" />
      <div
        className={`flex min-w-0 flex-1 items-center max-shell:pr-2 ${hasTitleBelow ? "max-shell:[&>h1]:opacity-0" : ""} ${hasTitleBelow === "always" ? withoutTitle : ""}`}
      >
        {parents.length > 0 && <Breadcrumb parents={parents} />}
        {icon !== undefined && <AnyIcon name={icon} fallback="workflow" className="mr-2 shrink-0 text-muted" />}
        <Title text={title} isName={isTitleName} />
      </div>
      <LiveStatus />
      <div className={actionsLook}>{actions}</div>
      <SearchButton />
      {refresh}
      <Slot name="header.actions" of={{}} />
      <Bell />
      <PreferencesMenu />
      <HelpMenu />
      <Slot name="header.organization" of={{}} />
      <UserMenu />
      <LoadingLine />
    </header>
  );
}

/** Hides the title except for screen readers, and omits the arrow after the last parent page. */
const withoutTitle = "relative shell:[&>h1]:sr-only shell:[&_li:last-child>svg]:hidden";

/**
 * On a small screen the labels of buttons are visible to screen readers only, because the title needs the space. The
 * touch area of a button is larger than its visible part, with a gap between buttons.
 */
const actionsLook =
  "contents max-shell:[&_:is(a,button):has(>svg)]:mr-1 max-shell:[&_:is(a,button):has(>svg)]:size-control max-shell:[&_:is(a,button):has(>svg)]:gap-0 max-shell:[&_:is(a,button):has(>svg)]:rounded-lg max-shell:[&_:is(a,button):has(>svg)]:border-transparent max-shell:[&_:is(a,button):has(>svg)]:bg-clip-content max-shell:[&_:is(a,button):has(>svg)]:p-1 max-shell:[&_:is(a,button):has(>svg)]:text-[0px]";

/** The parent pages. A small screen shows only an arrow back to the nearest parent, to leave space for the title. */
const Breadcrumb = ({ parents }: { parents: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb" className="min-w-0 shrink-0 shell:max-w-[calc(100%-6rem)]">
    <ol className="flex min-w-0 items-center">
      {parents.map(({ title, href, isTab = false }) => (
        <li
          key={href}
          className={`flex max-w-56 min-w-0 items-center not-last:max-shell:hidden ${isTab ? "max-shell:hidden" : ""}`}
        >
          <AddressLink
            href={href}
            className="flex min-w-0 items-center text-title text-muted hover:text-text hover:underline max-shell:size-control max-shell:justify-center"
          >
            <Icon name="chevron-left" className="shell:hidden" />
            <span className="truncate max-shell:sr-only">{title}</span>
          </AddressLink>
          <Icon name="chevron-right" size={14} className="mx-1 text-faint max-shell:hidden" />
        </li>
      ))}
    </ol>
  </nav>
);

/** The bell is shown only if an area has a page of notifications. */
function Bell() {
  if (!useHasPage("/notifications")) return null;
  return (
    <Link
      to="/notifications"
      title="Notifications"
      className="relative inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press"
    >
      <Icon name="bell" />
      <span className="sr-only">Notifications</span>
      <BellCounts>
        <Slot name="header.bell" of={{}} />
      </BellCounts>
    </Link>
  );
}

const twoLines = "max-shell:leading-[1.15rem] max-shell:[&>span]:line-clamp-2 max-shell:[&>span]:whitespace-normal";

let shownPath: string | undefined;
let leftWithFocus = false;

/**
 * Navigation to another page focuses the title, so that a screen reader announces it. When the page replaces its
 * skeleton, the focus moves to the page's own title.
 */
function Title({ text, isName }: { text: string; isName: boolean }) {
  const path = useLocation({ select: (location) => location.pathname });
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const title = heading.current;
    if (leftWithFocus || (shownPath !== undefined && shownPath !== path)) title?.focus({ preventScroll: true });
    shownPath = path;
    leftWithFocus = false;
    // Checks the focus before the title is removed from the document, which would lose the focus.
    return () => void (leftWithFocus = document.activeElement === title);
  }, [path]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`flex min-w-0 text-title font-semibold outline-none ${isName ? "" : twoLines}`}
    >
      <Truncated text={text} cut={isName ? "middle" : "end"} />
    </h1>
  );
}
