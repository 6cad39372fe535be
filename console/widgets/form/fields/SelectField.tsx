import { Icon } from "#console/widgets/Icon.tsx";
import type { ComponentProps } from "react";
import { lineLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

export interface SelectOption<Value> {
  value: Value;
  label?: string | undefined;
}

interface SelectFieldProps<Value> extends FieldProps<Value> {
  options: readonly SelectOption<Value>[];
}

/** A choice from a list. The native select supports every keyboard and phone. */
export function SelectField<Value>({
  value,
  onChange,
  isReadOnly,
  placeholder,
  options,
  ...rest
}: SelectFieldProps<Value>) {
  const at = options.findIndex((option) => option.value === value);
  const isUnknown = at < 0 && value !== undefined;
  const print = (option: SelectOption<Value>) => option.label ?? String(option.value);
  const shown = at < 0 ? (isUnknown ? String(value) : "") : print(options[at]!);
  return (
    // A required value cannot be cleared, so the field is marked as required only until a value is chosen.
    <Field {...frameOf({ ...rest, isRequired: rest.isRequired && value === undefined })}>
      {(control) =>
        isReadOnly ? (
          <input {...control} readOnly value={shown} placeholder={placeholder} className={lineLook} />
        ) : (
          <SelectLine
            {...control}
            value={isUnknown ? "kept" : at < 0 ? "" : `${at}`}
            onChange={({ target }) => {
              if (target.value !== "kept") onChange(target.value === "" ? undefined : options[+target.value]!.value);
            }}
            className={at < 0 ? "text-faint" : ""}
          >
            {/* A required value can be changed but not cleared. */}
            {(!rest.isRequired || at < 0) && <option value="">{placeholder ?? "Choose"}</option>}
            {isUnknown && <option value="kept">{shown}</option>}
            {options.map((option, index) => (
              <option key={index} value={index}>
                {print(option)}
              </option>
            ))}
          </SelectLine>
        )
      }
    </Field>
  );
}

/** A native select in the console's style. */
export const SelectLine = ({ className = "", ...rest }: ComponentProps<"select">) => (
  <div className="relative min-w-0">
    <select {...rest} className={`${lineLook} cursor-pointer appearance-none truncate pr-8 ${className}`} />
    <Icon
      name="chevron-down"
      size={14}
      className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-muted"
    />
  </div>
);
