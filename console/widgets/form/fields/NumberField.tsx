import { type KeyboardEvent, useState } from "react";
import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { NUMBER } from "../scalar-problem.ts";
import { FigureLine } from "./FigureLine.tsx";

/** The value is a string while it is not a number, so that typed text is not lost and the error can be shown. */
export interface NumberFieldProps extends FieldProps<number | string> {
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** Shown after the number: "m", "ms", "days". */
  unit?: string | undefined;
}

export const readNumber = (text: string): number | string | undefined => {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return Number.isFinite(Number(trimmed)) && /\d/.test(trimmed) ? Number(trimmed) : text;
};

/** A number. The up and down arrow keys change it by one step, with Shift by ten. */
export function NumberField({
  value,
  onChange,
  isReadOnly,
  placeholder,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  step = 1,
  unit,
  ...rest
}: NumberFieldProps) {
  const [text, setText] = useState(() => `${value ?? ""}`);
  // "1." and "1.0" are both 1: the text is only replaced when its number differs from the value.
  if (readNumber(text) !== value) setText(`${value ?? ""}`);
  const type = (typed: string) => {
    setText(typed);
    onChange(readNumber(typed));
  };
  const count = (event: KeyboardEvent) => {
    const sign = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (sign === 0 || isReadOnly || typeof value === "string") return;
    event.preventDefault();
    const next = (value ?? 0) + sign * step * (event.shiftKey ? 10 : 1);
    type(`${Number(Math.min(max, Math.max(min, next)).toFixed(10))}`);
  };
  return (
    <Field {...frameOf(rest)}>
      {(control) => (
        <FigureLine
          {...control}
          value={text}
          unit={unit}
          placeholder={placeholder}
          readOnly={isReadOnly}
          onType={type}
          onKeyDown={count}
        />
      )}
    </Field>
  );
}

NumberField.check = (value: unknown) => (value === undefined || typeof value === "number" ? undefined : NUMBER);
