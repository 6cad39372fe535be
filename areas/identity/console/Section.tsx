import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  about?: string | undefined;
  children: ReactNode;
}

/** A part of the profile. */
export function Section({ title, about, children }: SectionProps) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-5">
      <h2 className="text-title font-semibold">{title}</h2>
      {about && <p className="mt-1 text-muted">{about}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
