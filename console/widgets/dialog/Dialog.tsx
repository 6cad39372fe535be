import type { ReactNode } from "react";
import { later } from "../later.ts";

export type DialogSize = "very-small" | "small" | "medium" | "large" | "full";

export interface DialogProps {
  isOpen: boolean;
  /** Escape, a press beside it or its close button. Whoever holds the state may keep it open. */
  onClose: () => void;
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  size?: DialogSize;
  /** Where the manual speaks of it; opened in a new tab. */
  docs?: string;
  /** The buttons at the foot, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}

const useOpened = later("The dialog", async () => (await import("./OpenedDialog.tsx")).OpenedDialog);

/** A window over the page that keeps the focus inside. It can be made as large as the screen, and small again. */
export function Dialog(props: DialogProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
