import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  about?: string | undefined;
  /** The id for links to this section. */
  id?: string;
  children: ReactNode;
}

/** A section of the profile: the description on the left, and the form on the right if there is space. */
export function Section({ title, about, id, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={title}
      className="@container scroll-mt-4 rounded-lg border border-line bg-surface p-5"
    >
      <div className="grid gap-x-8 gap-y-4 @xl:grid-cols-[13rem_minmax(0,1fr)]">
        <div>
          <h2 className="text-title font-semibold text-balance">{title}</h2>
          {about && <p className="mt-1 text-muted">{about}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
