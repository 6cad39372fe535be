import type { ReactNode } from "react";
import { Icon } from "#console/widgets/Icon.tsx";

interface FoldProps {
  title: string;
  /** The number of set fields inside. */
  filled: number;
  /** Shown instead of the number of set fields while the section is closed. */
  preview?: ReactNode;
  /** Whether the section is initially open, for instance because of a problem inside. */
  isOpen: boolean;
  /** Omits the line above, for a section that is the first on its page. */
  isFirst?: boolean;
  children: ReactNode;
}

/** A collapsible section for rarely used fields. */
export const Fold = ({ title, filled, preview, isOpen, isFirst, children }: FoldProps) => (
  <details open={isOpen || undefined} className={`group ${isFirst ? "" : "border-t border-line pt-3"}`}>
    <summary className="flex min-h-6 w-max max-w-full cursor-pointer list-none items-center gap-2 rounded-sm pr-2 font-medium">
      <Icon name="chevron-right" size={14} className="text-muted transition-transform group-open:rotate-90" />
      <span className="shrink-0">{title}</span>
      {preview ? (
        <span className="min-w-0 truncate font-normal text-muted group-open:hidden">{preview}</span>
      ) : (
        filled > 0 && <span className="font-normal text-muted">{filled} set</span>
      )}
    </summary>
    <div className="mt-4">{children}</div>
  </details>
);
