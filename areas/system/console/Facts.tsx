import type { ReactNode } from "react";
import { Skeleton } from "#console/widgets/Skeleton.tsx";

interface FactsProps {
  title: string;
  /** The most important value, next to the title; undefined while it is loading. */
  main: ReactNode;
  /** Further values by name, in display order. */
  facts: Readonly<Record<string, ReactNode>>;
}

/** One section of the System page: its most important value, and further values below it, with times to the second. */
export const Facts = ({ title, main, facts }: FactsProps) => (
  <section aria-label={title} className="min-w-0 px-3 py-3">
    <div className="flex min-h-6 items-center gap-3">
      <h2 className="w-28 shrink-0 font-semibold">{title}</h2>
      <div className="flex min-w-0 flex-1 items-center font-semibold tabular-nums">
        {main ?? <Skeleton className="h-4 w-28" />}
      </div>
    </div>
    <dl className="mt-1.5 flex flex-col gap-0.5">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-3">
          <dt className="w-28 shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 truncate tabular-nums **:data-millis:hidden">
            {value ?? <Skeleton className="my-1 h-3 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
