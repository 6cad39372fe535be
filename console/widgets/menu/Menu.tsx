import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { MenuItem } from "./entries.ts";

export interface MenuProps {
  /** The button's name, read out and shown on hover. */
  label: string;
  items: readonly MenuItem[];
  side?: "bottom" | "right";
  align?: "start" | "end";
  className?: string;
  /** What the button shows. */
  children: ReactNode;
}

const load = () => import("./OpenedMenu.tsx");
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }));

/**
 * A button that opens a menu. The code of the menu is large, so it is fetched once the page is idle and takes the
 * button's place when the menu is first opened.
 */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => whenIdle(() => void load()), []);
  const button = (
    <MenuButton {...props} onClick={() => setOpened(true)} onKeyDown={onArrowDown(() => setOpened(true))} />
  );
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu {...props} />
    </Suspense>
  );
}

type MenuButtonProps = Pick<MenuProps, "label" | "className" | "children"> & ComponentProps<"button">;

/** The look of the button, the same before and after the menu's code arrived. */
export function MenuButton({ label, className = "", children, onClick, onKeyDown }: MenuButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      title={label}
      className={className}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}

const onArrowDown = (open: () => void) => (event: React.KeyboardEvent) => {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  open();
};

/** Safari has no idle callback; a second after drawing is idle enough. */
function whenIdle(run: () => void) {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 1000);
  return () => clearTimeout(timer);
}
