import type { ReactNode } from "react";
import { StatusMark, type Meaning } from "#console/widgets/StatusMark.tsx";

/** A sentence with the mark of its meaning. */
export const Remark = ({ meaning, children }: { meaning: Meaning; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
  </p>
);
