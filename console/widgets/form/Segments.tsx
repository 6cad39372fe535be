import { useId } from "react";

interface SegmentsProps<Value extends string> {
  /** The group's name for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  isReadOnly?: boolean | undefined;
}

/** A choice among a few visible options. Built from radio buttons, so arrow keys and screen readers work. */
export function Segments<Value extends string>({ label, options, value, onChange, isReadOnly }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md border border-line bg-sunken p-0.5 dark:bg-surface"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-[calc(var(--control)-6px)] flex-auto cursor-pointer items-center justify-center rounded-sm px-2.5 text-muted transition-colors select-none hover:text-text has-checked:bg-raised dark:has-checked:bg-press has-checked:font-medium has-checked:text-text has-checked:shadow-[0_1px_2px_var(--shadow-ink)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
            checked={value === option.value}
            disabled={isReadOnly && value !== option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
