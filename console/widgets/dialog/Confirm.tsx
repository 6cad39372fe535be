import type { ReactNode } from "react";
import { later } from "../later.ts";

export interface ConfirmProps {
  isOpen: boolean;
  onClose: () => void;
  look: "delete" | "approve";
  title: string;
  /** What will happen. */
  children?: ReactNode;
  /** "Delete" or "Approve" if it is not said. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** It closes when this is done. What it throws is shown, and one can try again. */
  onConfirm: () => Promise<unknown> | void;
}

const useOpened = later("The question", async () => (await import("./OpenedConfirm.tsx")).OpenedConfirm);

/** Asks before something is done that is not easily undone. Only its two buttons and Escape close it. */
export function Confirm(props: ConfirmProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
