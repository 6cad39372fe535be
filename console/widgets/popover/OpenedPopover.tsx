import { Popover } from "@base-ui/react/popover";
import { useRef, useState } from "react";
import type { PopoverProps } from "./Popover.tsx";

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
