import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

interface ToggleProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  title?: string;
  children: ReactNode;
}

/** A toggle button for filter bars, with a check mark when it is on. */
export const Toggle = ({ isOn, onChange, title, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={title}
    onClick={() => onChange(!isOn)}
    className="flex h-control shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover aria-pressed:border-line-strong aria-pressed:text-text"
  >
    <span
      aria-hidden
      className={`flex size-3.5 items-center justify-center rounded-xs border ${isOn ? "border-accent bg-accent text-on-accent" : "border-line-strong"}`}
    >
      {isOn && <Icon name="check" size={14} />}
    </span>
    {children}
  </button>
);
