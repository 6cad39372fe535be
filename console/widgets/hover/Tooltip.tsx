import type { ReactNode } from "react";
import { Hover } from "./Hover.tsx";

interface TooltipProps {
  /** A sentence or two, without anything to press or copy. */
  text: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Explains its children on hover and focus. For a truncated name, a title attribute is sufficient. */
export const Tooltip = ({ text, className, children }: TooltipProps) => (
  <Hover look="tip" popup={() => text} {...(className && { className })}>
    {children}
  </Hover>
);
