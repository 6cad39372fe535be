import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { LiveStatus } from "./LiveStatus.tsx";
import { PreferencesMenu } from "./PreferencesMenu.tsx";
import type { Crumb, Refreshable } from "./Page.tsx";
import { Slot } from "./Slot.tsx";
import { useShell } from "./shell-state.ts";
import { UserMenu } from "./UserMenu.tsx";

interface HeaderProps {
  title: string;
  parents?: readonly Crumb[] | undefined;
  actions: ReactNode;
  refresh: Refreshable | undefined;
}

export function Header({ title, parents = [], actions, refresh }: HeaderProps) {
  const { openMenu } = useShell();
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface pr-2.5 pl-2 shell:pl-4">
      <IconButton icon="menu" label="Open menu" onClick={openMenu} className="shell:hidden" />
      <div className="flex min-w-0 flex-1 items-center">
        {parents.length > 0 && <Breadcrumb parents={parents} />}
        <Title text={title} />
      </div>
      <LiveStatus />
      {actions}
      {refresh && (
        <IconButton
          icon="refresh-cw"
          label="Refresh"
          isSpinning={refresh.isFetching}
          onClick={() => void refresh.refetch()}
        />
      )}
      <Slot name="header.actions" of={{}} />
      <PreferencesMenu />
      <UserMenu />
    </header>
  );
}

/** The pages above this one. On a small screen only the nearest: the way back. */
const Breadcrumb = ({ parents }: { parents: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb" className="min-w-0 shrink-[4]">
    <ol className="flex min-w-0 items-center">
      {parents.map(({ title, href }) => (
        <li key={href} className="flex min-w-0 items-center not-last:max-shell:hidden">
          <Link to={href} className="truncate text-title text-muted hover:text-text hover:underline">
            {title}
          </Link>
          <Icon name="chevron-right" size={14} className="mx-1 text-faint" />
        </li>
      ))}
    </ol>
  </nav>
);

let shownPath: string | undefined;
let leftWithFocus = false;

/**
 * After going to another page the title has the focus, so that a screen reader says where one is. A skeleton's title hands
 * it on to the title of the page that it stood for.
 */
function Title({ text }: { text: string }) {
  const path = useLocation({ select: (location) => location.pathname });
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const title = heading.current;
    if (leftWithFocus || (shownPath !== undefined && shownPath !== path)) title?.focus({ preventScroll: true });
    shownPath = path;
    leftWithFocus = false;
    // Before it leaves the document, which would take the focus from it.
    return () => void (leftWithFocus = document.activeElement === title);
  }, [path]);
  return (
    <h1 ref={heading} tabIndex={-1} title={text} className="min-w-0 truncate text-title font-semibold outline-none">
      {text}
    </h1>
  );
}
