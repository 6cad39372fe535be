import type { ReactNode } from "react";

/** A name and its value; without a value the fact is left out. */
export type ListedFact = readonly [name: string, value: ReactNode];

/** Facts about one subject, in two columns if there is space. */
export const FactList = ({ facts }: { facts: readonly ListedFact[] }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 min-[768px]:grid-cols-[max-content_minmax(0,1fr)_max-content_minmax(0,1fr)]">
    {facts.map(
      ([name, value]) =>
        Boolean(value) && (
          <div key={name} className="contents">
            <dt className="flex min-h-6 items-center text-muted">{name}</dt>
            <dd className="flex min-h-6 min-w-0 items-center wrap-anywhere">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
