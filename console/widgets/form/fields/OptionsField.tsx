import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { Segments } from "../Segments.tsx";
import type { SelectOption } from "./SelectField.tsx";

interface OptionsFieldProps extends FieldProps<string> {
  options: readonly SelectOption<string>[];
}

/** A choice among a few visible options. A value that is not among them is listed until another is chosen. */
export function OptionsField({ value, onChange, isReadOnly, options, ...rest }: OptionsFieldProps) {
  const isUnknown = value !== undefined && !options.some((option) => option.value === value);
  const offered = isUnknown ? [{ value }, ...options] : options;
  return (
    <Field {...frameOf(rest)} isGroup>
      {() => (
        <Segments
          label={typeof rest.label === "string" ? rest.label : "Value"}
          options={offered.map((option) => ({ value: option.value, label: option.label ?? option.value }))}
          value={value}
          onChange={onChange}
          isReadOnly={isReadOnly}
        />
      )}
    </Field>
  );
}
