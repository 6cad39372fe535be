import type { ReactNode } from "react";

interface StatProps {
  label: string;
  /** Shown below the value, in smaller text. */
  detail?: ReactNode;
  /** On a phone only: the detail is shown on demand. */
  isFolded?: boolean;
  children: ReactNode;
}

/** A figure with its label. */
export const Stat = ({ label, detail, isFolded = false, children }: StatProps) => (
  <div className={`flex min-w-0 flex-col px-3 py-1.5 max-shell:px-2.5 ${isFolded ? "max-shell:hidden" : ""}`}>
    <dt className="truncate text-meta text-muted" title={label}>
      {label}
    </dt>
    {/* The detail is next to the value where three stats share a wide row. */}
    <dd className="min-w-0 @lg:@max-3xl:flex @lg:@max-3xl:flex-wrap @lg:@max-3xl:items-baseline @lg:@max-3xl:gap-x-2">
      <div className="truncate text-title font-semibold tabular-nums">{children}</div>
      {detail !== undefined && <div className="text-meta text-muted">{detail}</div>}
    </dd>
  </div>
);
