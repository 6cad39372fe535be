import { type ReactNode, useState } from "react";
import { later } from "../later.ts";

export interface PopoverProps {
  /** The accessible name of the button, also shown on hover. */
  label: string;
  align?: "start" | "center" | "end";
  className?: string;
  /** The content of the button. */
  button: ReactNode;
  popupClassName?: string;
  /** Rendered while it is open. */
  children: (close: () => void) => ReactNode;
}

const useOpened = later("The panel", async () => (await import("./OpenedPopover.tsx")).OpenedPopover);

/** A button that opens a panel. Like a menu, its code is loaded when the page is idle or when it is opened. */
export function Popover(props: PopoverProps) {
  const [wasPressed, setPressed] = useState(false);
  const Opened = useOpened(wasPressed, () => setPressed(false));
  if (Opened) return <Opened {...props} />;
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="dialog"
      aria-expanded={false}
      title={props.label}
      className={props.className}
      onClick={() => setPressed(true)}
    >
      {props.button}
    </button>
  );
}
