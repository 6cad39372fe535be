import type { ReactNode } from "react";
import { later } from "../later.ts";

export interface ConfirmProps {
  isOpen: boolean;
  onClose: () => void;
  look: "delete" | "approve";
  title: string;
  /** The consequences. */
  children?: ReactNode;
  /** Default: "Delete" or "Approve". */
  confirmLabel?: string;
  cancelLabel?: string;
  /** The dialog closes when this resolves. If it throws, the message is shown, and the person can try again. */
  onConfirm: () => Promise<unknown> | void;
}

const useOpened = later("The question", async () => (await import("./OpenedConfirm.tsx")).OpenedConfirm);

/** Asks for confirmation of an action that is hard to undo. Only its two buttons and Escape close it. */
export function Confirm(props: ConfirmProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
