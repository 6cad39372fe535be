import { type ReactNode, useState } from "react";

interface FoldProps {
  label: string;
  help: string;
  /** Whether the fields are visible at first. */
  isOpen: boolean;
  children: ReactNode;
}

/** Rarely needed fields, folded at first. */
export function Fold({ label, help, isOpen: isFirstOpen, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isFirstOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-md border border-line"
    >
      <summary className="cursor-pointer px-3 py-2 font-medium max-shell:py-2.5 -outline-offset-2 hover:bg-hover">
        {label} <span className="font-normal text-muted">{help}</span>
      </summary>
      {isOpen && <div className="flex flex-col gap-4 border-t border-line p-3">{children}</div>}
    </details>
  );
}
