import { type ReactNode, useId } from "react";
import { InlineCode } from "#console/widgets/text/InlineCode.tsx";
import { afterPress } from "../after-press.ts";

interface SectionProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean | undefined;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
  /** A button right after the heading. */
  beside?: ReactNode;
  children?: ReactNode;
  onBlur?: (() => void) | undefined;
  /** Omits the line at the left, for lists whose entries have their own line. */
  isPlain?: boolean;
}

/** A group of fields with a line at its left. */
export function Section({ label, help, error, isRequired, actions, beside, children, onBlur, isPlain }: SectionProps) {
  const id = useId();
  return (
    // Handles blur events that bubble from its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-labelledby={id}
      className="min-w-0"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (onBlur && !currentTarget.contains(relatedTarget)) afterPress(onBlur);
      }}
    >
      <div className={`flex items-center ${beside ? "min-h-8 gap-3" : "min-h-6 gap-2"}`}>
        <span id={id} className={`min-w-0 truncate font-medium ${beside ? "" : "flex-1"}`}>
          {label}
          {isRequired && (
            <span aria-hidden className="ml-0.5 text-unhealthy-text">
              *
            </span>
          )}
        </span>
        {beside}
        {actions}
      </div>
      {help && (
        <p className="text-muted wrap-anywhere">{typeof help === "string" ? <InlineCode text={help} /> : help}</p>
      )}
      {error !== undefined && <p className="text-unhealthy-text">{error}</p>}
      {children !== undefined && (
        <div className={isPlain ? "mt-0.5" : "mt-2 border-l border-line pl-4"}>{children}</div>
      )}
    </div>
  );
}
