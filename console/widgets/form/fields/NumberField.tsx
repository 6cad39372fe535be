import { type KeyboardEvent, useState } from "react";
import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { NUMBER } from "../scalar-problem.ts";
import { FigureLine } from "./FigureLine.tsx";

/** What was typed stays a text until it is a number, so that nothing is lost and the mistake can be named. */
export interface NumberFieldProps extends FieldProps<number | string> {
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** Beside the figure: "m", "ms", "days". */
  unit?: string | undefined;
}

export const readNumber = (text: string): number | string | undefined => {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return Number.isFinite(Number(trimmed)) && /\d/.test(trimmed) ? Number(trimmed) : text;
};

/** A figure. The arrows up and down count, with Shift by tens. */
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
  // "1." and "1.0" are ones, too: the text is only replaced when it means something else.
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
