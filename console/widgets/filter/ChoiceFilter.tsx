import type { FilterOption } from "./filter-set.ts";
import { Icon } from "../Icon.tsx";

interface ChoiceFilterProps {
  label: string;
  options: readonly FilterOption[] | undefined;
  value: string;
  change: (value: string) => void;
  /**
   * The label of the empty choice; false if a choice is required. The label of the default is shown in the list, not on
   * the control.
   */
  all?: string | false;
  /**
   * The value that has no effect, such as no grouping. For this value the control shows only its label, as if nothing
   * were chosen.
   */
  neutral?: string;
  /** Omits the border, for use inside a row that has one. */
  isQuiet?: boolean;
  className?: string;
}

/** Filters without a value show only their label, so that all of them look alike. */
const ANY = "Any";

/** A choice of one option or all. The native select supports every keyboard and phone. */
export function ChoiceFilter({
  label,
  options = [],
  value,
  change,
  all = ANY,
  neutral,
  isQuiet = false,
  className = "",
}: ChoiceFilterProps) {
  // A value from an older link may no longer be offered; it still filters, so it is shown.
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <label
      className={`relative flex h-control min-w-0 items-center rounded-md border pl-2.5 transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover ${className} ${isQuiet ? "border-transparent" : value === "" || all === false ? "border-line bg-surface" : "border-line-strong bg-surface"}`}
    >
      <span className="shrink-0 text-muted">{label}</span>
      <span
        aria-hidden
        className={`max-w-48 min-w-0 truncate pr-7 not-empty:pl-1.5 ${value === "" ? "text-faint" : "font-medium"}`}
      >
        {value === "" && all !== false
          ? all !== ANY && all
          : value !== neutral && (options.find((option) => option.value === value)?.label ?? value)}
      </span>
      {/* The select is invisible on top of the label: mobile browsers zoom into selects with a font smaller than 16 px. */}
      <select
        value={value}
        onChange={(event) => change(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0 max-shell:text-[1rem]"
      >
        {all !== false && <option value="">{all}</option>}
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label ?? option.value}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} className="pointer-events-none absolute right-2 text-faint" />
    </label>
  );
}
