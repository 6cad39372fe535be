import type { ReactNode } from "react";

/** Fills its dialog: the content, and the buttons at the bottom. */
export const DialogBody = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <div className="-m-4 flex h-[calc(100%+2rem)] flex-col">
    <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    {actions && (
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
        {actions}
      </div>
    )}
  </div>
);

/** The scrollable part of a dialog, centred and limited to a readable width. */
export const DialogColumn = ({ children }: { children: ReactNode }) => (
  <div className="relative min-h-0 flex-1 overflow-y-auto">
    <div className="mx-auto flex max-w-3xl flex-col gap-5 p-4 shell:py-6">{children}</div>
  </div>
);

export const Note = ({ children }: { children: ReactNode }) => (
  <div role="note" className="flex flex-wrap items-baseline gap-x-2 rounded-md border border-line bg-sunken px-3 py-2">
    {children}
  </div>
);
