import type { ReactNode } from "react";

/** Sticks to the edge of the dialog. The offset is negative, because browsers measure from inside the padding. */
const bottom = "sticky -bottom-4 z-10";

interface DialogBodyProps {
  children: ReactNode;
  actions?: ReactNode;
  /** Shown above the buttons, so that the form stays visible. */
  result?: ReactNode;
}

/** Fills the dialog up to its edges. The buttons stay at the bottom while the content scrolls. */
export const DialogBody = ({ children, actions, result }: DialogBodyProps) => (
  <div className="-m-4 flex min-h-[calc(100%+2rem)] flex-col">
    <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    {actions && (
      <div className={`${bottom} shrink-0 bg-raised`}>
        {result}
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">{actions}</div>
      </div>
    )}
  </div>
);

/** The form of a dialog, aligned with its title. */
export const DialogColumn = ({ children }: { children: ReactNode }) => (
  <div className="relative flex flex-col gap-5 p-4">{children}</div>
);

export const Note = ({ children }: { children: ReactNode }) => (
  <div role="note" className="flex flex-wrap items-baseline gap-x-2 rounded-md border border-line bg-sunken px-3 py-2">
    {children}
  </div>
);
