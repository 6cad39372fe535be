import type { ReactNode } from "react";

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Shown before the switch. */
  label: ReactNode;
  /** A short explanation under the label. */
  hint?: ReactNode;
  isDisabled?: boolean;
}

/** A switch that takes effect immediately. */
export function Switch({ isOn, onChange, label, hint, isDisabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onChange(!isOn)}
      className="group flex min-h-control w-full items-center justify-between gap-4 rounded-sm text-left aria-disabled:cursor-not-allowed"
    >
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-muted">{hint}</span>}
      </span>
      <span className="flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors group-aria-checked:bg-accent group-aria-disabled:opacity-55">
        <span className="size-3.5 rounded-full bg-on-accent transition-transform group-aria-checked:translate-x-3.5" />
      </span>
    </button>
  );
}
