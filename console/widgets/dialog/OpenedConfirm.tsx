import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef, useState } from "react";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { Button } from "../Button.tsx";
import { StatusMark } from "../StatusMark.tsx";

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

const looks = {
  delete: { label: "Delete", meaning: "warning", button: "danger" },
  approve: { label: "Approve", meaning: "healthy", button: "primary" },
} as const;

export function OpenedConfirm({
  isOpen,
  onClose,
  look,
  title,
  children,
  confirmLabel = looks[look].label,
  cancelLabel = "Cancel",
  onConfirm,
}: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cancel = useRef<HTMLButtonElement>(null);
  const { meaning, button } = looks[look];

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      if (!isAborted(error)) setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && !isBusy && onClose()}
      onOpenChangeComplete={(open) => !open && setFailure(undefined)}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center">
          <AlertDialog.Popup
            // Pressing Enter by mistake must not delete anything.
            initialFocus={look === "delete" ? cancel : true}
            data-size="very-small"
            className="flex max-h-[90dvh] w-[95vw] flex-col overflow-y-auto rounded-lg border border-line bg-raised p-5 shadow-raised transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 min-[768px]:w-110"
          >
            <div className="flex gap-3">
              <span className="flex h-[1.375rem] items-center">
                <StatusMark meaning={meaning} size={18} />
              </span>
              <div className="min-w-0 flex-1">
                <AlertDialog.Title className="text-title font-semibold break-words">{title}</AlertDialog.Title>
                {children && (
                  <AlertDialog.Description className="mt-1 break-words text-muted" render={<div />}>
                    {children}
                  </AlertDialog.Description>
                )}
                {failure && (
                  <p
                    role="alert"
                    className="mt-3 rounded-md bg-unhealthy-soft px-3 py-2 break-words text-unhealthy-text"
                  >
                    {failure}
                  </p>
                )}
              </div>
            </div>
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <Button ref={cancel} onClick={onClose} disabled={isBusy}>
                {cancelLabel}
              </Button>
              <Button look={button} isBusy={isBusy} onClick={() => void confirm()}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
