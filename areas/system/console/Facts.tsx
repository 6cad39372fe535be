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
        <div key={name} className="flex min-h-8 items-center gap-4 border-t border-line px-3 py-1">
          <dt className="w-36 shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 tabular-nums">{value ?? <Skeleton className="h-3 w-24" />}</dd>
        </div>
      ))}
    </dl>
  );
}
