import type { ReactNode } from "react";

/** A part of a dialog with a title. */
export const TitledPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <h3 className="font-medium">{title}</h3>
    {children}
  </div>
);
