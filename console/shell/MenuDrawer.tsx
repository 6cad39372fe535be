import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { MenuList } from "./MenuList.tsx";
import { HomeLink } from "./Sidebar.tsx";

interface MenuDrawerProps {
  isOpen: boolean;
  close: () => void;
}

/** The menu on small screens, shown over the page. The native dialog element traps the focus and closes on Escape. */
export function MenuDrawer({ isOpen, close }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useLocation({ select: (location) => location.href });
  const shownAt = useRef(place);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  useEffect(() => {
    if (shownAt.current !== place) close();
    shownAt.current = place;
  }, [place, close]);

  // Closes the drawer when the window becomes wide enough for the sidebar, which shows the same menu.
  useEffect(() => {
    const wide = matchMedia("(width >= 50rem)");
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [close]);

  return (
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={close}
      // A press on the backdrop has the dialog itself as its target.
      onPointerDown={(event) => event.target === dialog.current && close()}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-sidebar text-text backdrop:bg-scrim"
    >
      {isOpen && (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between pr-2">
            <HomeLink />
            <IconButton icon="x" label="Close menu" onClick={close} />
          </div>
          <MenuList isCollapsed={false} />
        </div>
      )}
    </dialog>
  );
}
