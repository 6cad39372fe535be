import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { toast } from "../toast/toast.ts";
import { whenUsed } from "../when-used.ts";
import type { MenuProps } from "./OpenedMenu.tsx";

const load = () => import("./OpenedMenu.tsx");

/**
 * A button that opens a menu. The code of the menu is large, so it is loaded while the page is idle; the loaded menu
 * replaces the button when it is first opened.
 */
export function Menu(props: MenuProps) {
  const [Opened, setOpened] = useState<(props: MenuProps) => ReactNode>();
  // A prefetch. If it fails, opening the menu loads the code again and reports a failure.
  useEffect(() => whenUsed(() => void load().catch(() => {})), []);
  if (Opened) return <Opened {...props} />;

  const open = () => {
    load().then(
      ({ OpenedMenu }) => setOpened(() => OpenedMenu),
      () => toast.error("The menu could not be loaded. Reload the page."),
    );
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  };
  return <ClosedMenu {...props} onClick={open} onKeyDown={openByArrow} />;
}

type ClosedMenuProps = Pick<MenuProps, "label" | "className" | "isDisabled" | "children"> &
  Pick<ComponentProps<"button">, "onClick" | "onKeyDown">;

/** Looks like the menu's own button and has the same label. */
const ClosedMenu = ({ label, className, isDisabled = false, children, onClick, onKeyDown }: ClosedMenuProps) => (
  <button
    type="button"
    aria-label={label}
    aria-haspopup="menu"
    aria-expanded={false}
    title={label}
    className={className}
    disabled={isDisabled}
    onClick={onClick}
    onKeyDown={onKeyDown}
  >
    {children}
  </button>
);
