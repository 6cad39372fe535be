import { type ReactNode, useId } from "react";
import { InlineCode } from "../text/InlineCode.tsx";
import { afterPress } from "./after-press.ts";

/** What stands around every control of a form. */
export interface FieldFrame {
  label: ReactNode;
  /** A sentence under it. */
  help?: ReactNode;
  /** What is wrong; shown instead of the help, and told to who cannot see it. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
  /** Where a row of a list says it already: then only for who cannot see the list. */
  isLabelHidden?: boolean | undefined;
  /** The focus has left it. */
  onBlur?: (() => void) | undefined;
}

/** A field of a form, whoever keeps its value. Empty is undefined. */
export interface FieldProps<Value> extends FieldFrame {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  isReadOnly?: boolean | undefined;
  placeholder?: string | undefined;
}

/** What a control needs to belong to its label, its help and its error. */
export interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
}

interface FrameProps extends FieldFrame {
  children: (control: ControlProps) => ReactNode;
  /** For several controls under one label: they are named one by one. */
  isGroup?: boolean;
}

/** Takes what belongs to the frame out of a field's properties. */
export const frameOf = ({ label, help, error, isRequired, isLabelHidden, onBlur }: FieldFrame): FieldFrame => ({
  label,
  help,
  error,
  isRequired,
  isLabelHidden,
  onBlur,
});

/** Label, control, help and error, wired to each other. */
export function Field({ label, help, error, isRequired, isLabelHidden, onBlur, isGroup, children }: FrameProps) {
  const id = useId();
  const words = error ?? help;
  const control: ControlProps = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": words === undefined || words === "" ? undefined : `${id}-words`,
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
        <p id={`${id}-words`} className={`mt-1 wrap-anywhere ${error ? "text-unhealthy-text" : "text-muted"}`}>
          {typeof words === "string" ? <InlineCode text={words} /> : words}
        </p>
      )}
    </div>
  );
}
