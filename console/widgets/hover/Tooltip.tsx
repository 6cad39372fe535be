import type { ReactNode } from "react";
import { Hover } from "./Hover.tsx";

interface TooltipProps {
  /** A sentence or two; what must be pressed or copied belongs elsewhere. */
  text: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Explains what it wraps, on hover and on focus. A name that is only cut short needs no more than a title. */
export const Tooltip = ({ text, className, children }: TooltipProps) => (
  <Hover look="tip" popup={() => text} {...(className && { className })}>
    {children}
  </Hover>
);
