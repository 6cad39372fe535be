import { later } from "../later.ts";
import type { ConfirmProps } from "./OpenedConfirm.tsx";

const useOpened = later("The question", async () => (await import("./OpenedConfirm.tsx")).OpenedConfirm);

/** Asks for confirmation of an action that is hard to undo. Only the two buttons and Escape close the dialog. */
export function Confirm(props: ConfirmProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
