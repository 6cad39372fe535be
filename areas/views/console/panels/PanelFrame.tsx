import type { ReactNode } from "react";
import { StatusMark } from "#console/widgets/StatusMark.tsx";

interface PanelFrameProps {
  name: string;
  description?: string | undefined;
  /** The reason why the panel has no rows. */
  error?: string | undefined;
  children: ReactNode;
}

/** The frame of a panel: its name, its description, an error, and its content. */
export const PanelFrame = ({ name, description, error, children }: PanelFrameProps) => (
  <section aria-label={name} className="flex min-w-0 flex-1 flex-col rounded-md border border-line bg-surface p-3">
    <h2 className="font-medium wrap-anywhere">{name}</h2>
    {description && <p className="text-meta text-muted wrap-anywhere">{description}</p>}
    {error !== undefined && <PanelError error={error} />}
    {error === undefined && <div className="flex min-h-0 min-w-0 flex-1 flex-col justify-center pt-2">{children}</div>}
  </section>
);

/** This is not an alert, because the page also lists the errors of all panels above the panels. */
export const PanelError = ({ error }: { error: string }) => (
  <p className="mt-1 flex items-start gap-1.5 text-meta text-unhealthy-text">
    <span className="flex h-4 items-center">
      <StatusMark meaning="unhealthy" size={11} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{error}</span>
  </p>
);

/** Shown in a panel that has no rows. */
export const NoRows = () => <p className="py-4 text-center text-muted">No data</p>;
