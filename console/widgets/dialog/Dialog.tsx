import { later } from "../later.ts";
import type { DialogProps } from "./DialogFrame.tsx";

const useOpened = later("The dialog", async () => (await import("./OpenedDialog.tsx")).OpenedDialog);

/** A modal window. It can be expanded to the size of the screen. */
export function Dialog(props: DialogProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
