import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import { IconButton } from "../IconButton.tsx";
import type { DialogProps, DialogSize } from "./DialogFrame.tsx";
import { DialogFrame } from "./DialogFrame.tsx";

// On a phone all sizes except the smallest fill the screen. At every window width a larger size is at least as wide as
// a smaller one. The breakpoints are 768, 1024, 1280 and 1600 pixels.
const widths: Record<DialogSize, string> = {
  "very-small": "w-[95vw] min-[768px]:w-110",
  small: "w-full min-[768px]:w-140 min-[1024px]:w-150 min-[1280px]:w-160 min-[1600px]:w-200",
  medium: "w-full min-[768px]:w-150 min-[1024px]:w-180 min-[1280px]:w-212.5 min-[1600px]:w-250",
  large: "w-full min-[768px]:w-170 min-[1024px]:w-225 min-[1280px]:w-250 min-[1600px]:w-310",
  full: "w-full min-[768px]:w-[90vw] min-[1024px]:w-250 min-[1280px]:w-300 min-[1600px]:w-375",
};
const heights = { auto: "max-h-[90dvh]", full: "h-[90dvh]" };
const phone = "max-[768px]:h-dvh max-[768px]:max-h-dvh max-[768px]:rounded-none max-[768px]:border-0";
const sheet = "max-[768px]:self-end max-[768px]:rounded-b-none max-[768px]:border-x-0 max-[768px]:border-b-0";

export function OpenedDialog(props: DialogProps) {
  const { isOpen, onClose, size = "medium", focusesField = true, isSheet = false, ...content } = props;
  const [isExpanded, setExpanded] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const shown = isExpanded ? "full" : size;
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && setExpanded(false)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          // A dialog above another dialog dims that dialog as well.
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center">
          <Dialog.Popup
            ref={popup}
            // A focused field opens the keyboard of a phone, which covers the dialog.
            initialFocus={(type) => (focusesField && type !== "touch" ? firstField(popup.current) : popup.current)}
            data-size={shown}
            className={`flex flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 ${widths[shown]} ${heights[shown === "full" ? "full" : "auto"]} ${size === "very-small" ? "" : isSheet ? sheet : phone}`}
          >
            <DialogFrame
              {...content}
              controls={
                size !== "full" && (
                  <IconButton
                    icon={isExpanded ? "minimize-2" : "maximize-2"}
                    label={isExpanded ? "Restore size" : "Expand"}
                    onClick={() => setExpanded(!isExpanded)}
                    className="max-[768px]:hidden"
                  />
                )
              }
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first field of a form gets the focus; without fields, the dialog itself, so that screen readers announce it. */
export const firstField = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>("input:not([type=hidden], [disabled]), select, textarea") ?? popup;
