import type { ReactNode } from "react";
import { later } from "../later.ts";

export type DialogSize = "very-small" | "small" | "medium" | "large" | "full";

export interface DialogProps {
  isOpen: boolean;
  /** Called on Escape, a press outside or the close button. The owner of the state may keep the dialog open. */
  onClose: () => void;
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  size?: DialogSize;
  /** The documentation page; opened in a new tab. */
  docs?: string;
  /** The buttons in the footer, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}

const useOpened = later("The dialog", async () => (await import("./OpenedDialog.tsx")).OpenedDialog);

/** A modal window. It can be expanded to the size of the screen. */
export function Dialog(props: DialogProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
