import { type ReactNode, useId } from "react";
import { InlineCode } from "../text/InlineCode.tsx";
import { afterPress } from "./after-press.ts";

/** Label, help and error that frame every form control. */
export interface FieldFrame {
  label: ReactNode;
  /** A sentence under the control. */
  help?: ReactNode;
  /** Replaces the help text, and is linked to the control for screen readers. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
  /** Hides the label, for list rows that already have a heading. Screen readers still announce it. */
  isLabelHidden?: boolean | undefined;
  /** Called when the focus leaves the field. */
  onBlur?: (() => void) | undefined;
}

/** Props of a form field. The parent component stores the value; undefined means empty. */
export interface FieldProps<Value> extends FieldFrame {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  isReadOnly?: boolean | undefined;
  placeholder?: string | undefined;
}

/** Attributes that link a control to its label, help and error. */
export interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
}

interface FrameProps extends FieldFrame {
  children: (control: ControlProps) => ReactNode;
  /** Whether there are several controls under one label. Each control then needs its own name. */
  isGroup?: boolean;
}

/** Picks the frame's props out of a field's props. */
export const frameOf = ({ label, help, error, isRequired, isLabelHidden, onBlur }: FieldFrame): FieldFrame => ({
  label,
  help,
  error,
  isRequired,
  isLabelHidden,
  onBlur,
});

/** Renders label, control, help and error, and links them for screen readers. */
export function Field({ label, help, error, isRequired, isLabelHidden, onBlur, isGroup, children }: FrameProps) {
  const id = useId();
  const message = error ?? help;
  const control: ControlProps = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": message === undefined || message === "" ? undefined : `${id}-message`,
    "aria-required": isRequired || undefined,
  };
  const labelLook = isLabelHidden ? "sr-only" : "mb-1 block font-medium";
  const caption = (
    <>
      {label}
      {isRequired && (
        <span aria-hidden className="ml-0.5 text-unhealthy-text">
          *
        </span>
      )}
    </>
  );
  return (
    <div
      data-field
      className="min-w-0"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (onBlur && !currentTarget.contains(relatedTarget)) afterPress(onBlur);
      }}
      {...(isGroup && {
        role: "group",
        "aria-labelledby": `${id}-label`,
        "aria-describedby": control["aria-describedby"],
      })}
    >
      {isGroup ? (
        <span id={`${id}-label`} className={labelLook}>
          {caption}
        </span>
      ) : (
        <label htmlFor={id} className={labelLook}>
          {caption}
        </label>
      )}
      {children(control)}
      {control["aria-describedby"] !== undefined && (
        <p id={`${id}-message`} className={`mt-1 wrap-anywhere ${error ? "text-unhealthy-text" : "text-muted"}`}>
          {typeof message === "string" ? <InlineCode text={message} /> : message}
        </p>
      )}
    </div>
  );
}
