import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { DialogFrame, type DialogProps } from "./DialogFrame.tsx";
import { firstField } from "./OpenedDialog.tsx";

export interface DrawerProps extends Omit<DialogProps, "size"> {
  size?: "medium" | "large";
  /** Before the title. */
  icon?: ReactNode;
  /** Buttons for the window itself, before the close button. */
  controls?: ReactNode;
}

const widths = { medium: "w-120", large: "w-180" };

export function OpenedDrawer({ isOpen, onClose, size = "medium", ...content }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => firstField(popup.current)}
          className={`fixed inset-y-0 right-0 z-40 flex max-w-[95vw] flex-col border-l max-shell:w-full max-shell:max-w-full max-shell:border-l-0 border-line bg-raised shadow-raised transition-transform duration-200 ease-out outline-none data-ending-style:translate-x-full data-starting-style:translate-x-full ${widths[size]}`}
        >
          <DialogFrame {...content} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
