import { type ReactNode, useId } from "react";

/** A part of a dialog or page with a title. */
export function Part({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        {end}
      </div>
      {children}
    </section>
  );
}
