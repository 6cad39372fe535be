import { Dialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { PaletteSearch } from "./PaletteSearch.tsx";

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** The text that was typed before the input had the focus. */
  typed: string;
}

/**
 * The dialog is near the top of the page, so that the list can grow without moving the input. On a phone it fills the
 * screen.
 */
export function OpenedPalette({ isOpen, onClose, typed }: PaletteProps) {
  const line = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center shell:p-2 shell:pt-[12vh]">
          <Dialog.Popup
            aria-label="Search"
            initialFocus={line}
            className="flex w-full max-w-160 flex-col overflow-hidden bg-raised outline-none max-shell:h-dvh max-shell:max-w-none shell:max-h-[min(32rem,calc(100dvh-1rem))] shell:rounded-lg shell:border shell:border-line shell:shadow-raised"
          >
            <PaletteSearch line={line} close={onClose} typed={typed} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
