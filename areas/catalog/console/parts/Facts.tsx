import type { ReactNode } from "react";

/** A list of names and values. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5">{children}</dl>
);

/** Not rendered without a value. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === undefined || children === false || children === "" ? null : (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );

/** A part of a dialog with a title. */
export const TitledPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <h3 className="font-medium">{title}</h3>
    {children}
  </div>
);

/** Whether there is something to show: sources may send an empty document. */
export const hasContent = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && (typeof value !== "object" || Object.keys(value).length > 0);
