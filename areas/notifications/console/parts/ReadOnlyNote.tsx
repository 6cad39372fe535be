import type { ReactNode } from "react";
import { Icon } from "#console/widgets/Icon.tsx";

/** Says why a form cannot be edited. */
export const ReadOnlyNote = ({ children }: { children: ReactNode }) => (
  <div role="note" className="flex flex-wrap items-center gap-x-2 rounded-md border border-line bg-sunken px-3 py-2">
    <Icon name="lock" size={14} className="text-muted" />
    <span className="font-medium">Read-only</span>
    <span className="min-w-0">{children}</span>
  </div>
);
