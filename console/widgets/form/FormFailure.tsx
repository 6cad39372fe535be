import type { ReactNode } from "react";

interface FormFailureProps {
  /** Whether screen readers announce the error. False for an error that existed before the form was opened. */
  isNew?: boolean;
  children: ReactNode;
}

/** The error of a form, or of the stored values that it shows. Not rendered without an error. */
export const FormFailure = ({ isNew = true, children }: FormFailureProps) =>
  children === undefined || children === null ? null : (
    <p
      role={isNew ? "alert" : "note"}
      className="rounded-md bg-unhealthy-soft px-3 py-2 text-unhealthy-text wrap-anywhere"
    >
      {children}
    </p>
  );
