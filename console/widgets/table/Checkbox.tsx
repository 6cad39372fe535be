import { Icon } from "../Icon.tsx";

interface CheckboxProps {
  isChecked: boolean | "some";
  label: string;
}

/** The selection state of a row. The table handles its clicks and keys, and those on the surrounding cell. */
export function Checkbox({ isChecked, label }: CheckboxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isChecked === "some" ? "mixed" : isChecked}
      aria-label={label}
      tabIndex={-1}
      className="flex size-6 items-center justify-center rounded-sm focus-visible:outline-offset-0"
    >
      <span
        className={`flex size-4 items-center justify-center rounded-sm border ${isChecked ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface"}`}
      >
        {isChecked && <Icon name={isChecked === "some" ? "minus" : "check"} size={14} />}
      </span>
    </button>
  );
}
