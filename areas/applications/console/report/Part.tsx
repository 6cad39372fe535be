import type { ReactNode } from "react";

export interface PartProps {
  /** The id of the section, which links can jump to. */
  id: string;
  title: string;
  /** A note below the title, such as the period of the data. */
  note?: string | undefined;
  children: ReactNode;
}

/** A section of the report. */
export const Part = ({ id, title, note, children }: PartProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
    <h2 id={`${id}-title`} className="mb-2 break-after-avoid text-display font-semibold">
      {title}
    </h2>
    {note !== undefined && <p className="mb-2 break-after-avoid text-muted">{note}</p>}
    {children}
  </section>
);

export const SubTitle = ({ children }: { children: ReactNode }) => (
  <h3 className="mt-4 mb-2 break-after-avoid text-title font-semibold">{children}</h3>
);

interface FactCardProps {
  title: ReactNode;
  note?: string;
  /** Facts without a value are left out. */
  facts: readonly (readonly [name: string, value: string | undefined])[];
}

/** A card of a list: a title and a few facts. */
export const FactCard = ({ title, note, facts }: FactCardProps) => (
  <li className="min-w-0 break-inside-avoid rounded-md border border-line bg-surface p-3 wrap-anywhere">
    <p className="flex items-center gap-2 font-medium">{title}</p>
    {note && <p className="text-muted">{note}</p>}
    <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  </li>
);

export type Figure = readonly [name: string, value: ReactNode];

/** Shows key figures in a row. Figures without a value are left out. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="mb-3 grid grid-cols-2 gap-3 shell:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] paper:grid-cols-4">
    {figures.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name} className="min-w-0 break-inside-avoid rounded-md border border-line bg-surface p-3">
            <dt className="text-muted">{name}</dt>
            <dd className="mt-1 text-display font-semibold tabular-nums">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
