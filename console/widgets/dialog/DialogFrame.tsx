import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";

export type DialogSize = "very-small" | "small" | "medium" | "large" | "full";

export interface DialogProps {
  isOpen: boolean;
  /** Called on Escape, a press outside or the close button. The owner of the state may keep the dialog open. */
  onClose: () => void;
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  size?: DialogSize;
  /** False leaves the focus on the dialog, for stored values that are read more often than changed. */
  focusesField?: boolean;
  /** On a phone, the dialog is as high as its content and at the bottom; otherwise it fills the screen. */
  isSheet?: boolean;
  /** The documentation page; opened in a new tab. */
  docs?: string;
  /** The buttons in the footer, with the main button last. */
  actions?: ReactNode;
  children: ReactNode;
}

interface DialogFrameProps extends Pick<DialogProps, "title" | "description" | "docs" | "actions" | "children"> {
  /** Before the title. */
  icon?: ReactNode;
  /** Buttons for the window itself, before the close button. */
  controls?: ReactNode;
}

const control =
  "inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press";

/** The layout of dialogs and drawers: a title, scrolling content and buttons. */
export function DialogFrame({ title, description, docs, actions, icon, controls, children }: DialogFrameProps) {
  return (
    <>
      <div className="flex min-h-12 shrink-0 items-start gap-1 border-b border-line py-2 pr-2 pl-4">
        {icon && <span className="flex h-control shrink-0 items-center pr-1.5">{icon}</span>}
        <div className="min-w-0 flex-1 py-[calc((var(--control)-1.5rem)/2)]">
          <Dialog.Title className="line-clamp-2 text-title font-semibold break-words" title={title}>
            {title}
          </Dialog.Title>
          {description && <Dialog.Description className="text-muted">{description}</Dialog.Description>}
        </div>
        {docs && (
          <a
            href={docs}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="Documentation, opens in a new tab"
            title="Documentation"
            className={control}
          >
            <Icon name="circle-help" />
          </a>
        )}
        {controls}
        <Dialog.Close aria-label="Close" title="Close" className={control}>
          <Icon name="x" />
        </Dialog.Close>
      </div>
      {/* Scrolling content must be focusable, so that the keyboard can scroll it. */}
      <div
        tabIndex={0}
        role="group"
        aria-label={title}
        className="min-h-0 flex-1 overflow-y-auto p-4 -outline-offset-2"
      >
        {children}
      </div>
      {actions && (
        <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{actions}</div>
      )}
    </>
  );
}
