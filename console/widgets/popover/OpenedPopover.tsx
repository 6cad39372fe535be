import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useRef, useState } from "react";

export interface PopoverProps {
  /** The accessible name of the button, also shown on hover. */
  label: string;
  align?: "start" | "center" | "end";
  className?: string;
  /** The content of the button. */
  button: ReactNode;
  popupClassName?: string;
  /** Rendered while the popover is open. */
  children: (close: () => void) => ReactNode;
}

/** The loaded popover, initially open: it is rendered when its button is pressed for the first time. */
export function OpenedPopover({
  label,
  align = "end",
  className,
  button,
  popupClassName = "",
  children,
}: PopoverProps) {
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger aria-label={label} title={label} className={className}>
        {button}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align={align} sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup
            ref={popup}
            aria-label={label}
            initialFocus={popup}
            className={`max-h-(--available-height) max-w-(--available-width) overflow-y-auto rounded-lg border border-line bg-raised shadow-raised outline-none ${popupClassName}`}
          >
            {children(() => setOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
