import type { ReactNode } from "react";
import { Skeleton } from "#console/widgets/Skeleton.tsx";

interface FactsProps {
  /** Values by name, in display order; undefined while a value is loading. */
  facts: Readonly<Record<string, ReactNode>>;
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 border-b border-line py-1">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right tabular-nums">{value ?? <Skeleton className="h-3 w-24" />}</dd>
        </div>
      ))}
    </dl>
  );
}
