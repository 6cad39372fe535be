import { type ReactNode, useState } from "react";
import { later } from "../later.ts";

export interface PopoverProps {
  /** The button's name, read out and shown on hover. */
  label: string;
  align?: "start" | "center" | "end";
  className?: string;
  /** What the button shows. */
  button: ReactNode;
  popupClassName?: string;
  /** Drawn while it is open. */
  children: (close: () => void) => ReactNode;
}

const useOpened = later("The panel", async () => (await import("./OpenedPopover.tsx")).OpenedPopover);

/** A button that opens a panel. As with a menu, the code of the panel comes when the page is idle or it is opened. */
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
