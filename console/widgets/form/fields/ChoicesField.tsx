import { Icon } from "#console/widgets/Icon.tsx";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

interface ChoicesFieldProps extends FieldProps<readonly unknown[]> {
  options: readonly { value: unknown; label?: string }[];
}

/** A choice of zero or more visible options; the value keeps the order of the options. */
export function ChoicesField({ value = [], onChange, isReadOnly, options, ...rest }: ChoicesFieldProps) {
  const toggle = (toggled: unknown) => {
    const isIn = value.includes(toggled);
    const next = options
      .map((option) => option.value)
      .filter((word) => (word === toggled ? !isIn : value.includes(word)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <Field {...frameOf(rest)} isGroup>
      {() => (
        <div className="flex flex-wrap gap-1.5">
          {options.map((option, index) => (
            <label
              key={index}
              className="relative inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-md border border-line-strong bg-surface px-2.5 transition-colors select-none hover:border-muted has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:border-line"
            >
              <input
                type="checkbox"
                className="peer absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
                checked={value.includes(option.value)}
                disabled={isReadOnly}
                onChange={() => toggle(option.value)}
              />
              {/* The icons occupy the same place, so that the layout does not shift. */}
              <Icon name="plus" size={14} className="-ml-1 text-faint peer-checked:hidden peer-disabled:hidden" />
              <Icon name="check" size={14} className="-ml-1 hidden text-link peer-checked:block" />
              {option.label ?? String(option.value)}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
