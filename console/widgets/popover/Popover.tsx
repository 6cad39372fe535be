import { useState } from "react";
import { later } from "../later.ts";
import type { PopoverProps } from "./OpenedPopover.tsx";

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
