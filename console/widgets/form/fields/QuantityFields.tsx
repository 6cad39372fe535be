import { useState } from "react";
import {
  memoryUnits,
  parseMillicores,
  parseMemory,
  printMillicores,
  splitMemory,
  type MemoryUnit,
} from "#lib/text/quantity.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { FigureLine } from "./FigureLine.tsx";
import { SelectLine } from "./SelectField.tsx";

/** An amount of memory: a number and a unit, stored as "512Mi". */
export function BytesField({ value, onChange, isReadOnly, placeholder, ...rest }: FieldProps<string>) {
  const [unit, setUnit] = useState<MemoryUnit>("Mi");
  const { figure, unit: shown } = split(value, unit);
  const name = typeof rest.label === "string" ? rest.label : "Amount";
  const set = (next: string, nextUnit: MemoryUnit) => {
    setUnit(nextUnit);
    onChange(next === "" ? undefined : `${next}${nextUnit}`);
  };
  return (
    <Field {...frameOf(rest)}>
      {(control) => (
        <div className="flex gap-1.5">
          <FigureLine
            {...control}
            value={figure}
            unit={isReadOnly ? shown : undefined}
            placeholder={placeholder}
            readOnly={isReadOnly}
            onType={(typed) => set(typed.trim(), shown)}
          />
          {!isReadOnly && (
            <div className="w-20 shrink-0">
              <SelectLine
                aria-label={`Unit of ${name}`}
                value={shown}
                onChange={({ target }) => set(figure, target.value as MemoryUnit)}
              >
                {memoryUnits.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </SelectLine>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

BytesField.check = (value: unknown) => (typeof value === "string" ? problemOf(() => parseMemory(value)) : undefined);

/** Text that cannot be parsed stays in the input unchanged, with the unit chosen last. */
function split(value: string | undefined, chosen: MemoryUnit): { figure: string; unit: MemoryUnit } {
  if (value === undefined) return { figure: "", unit: chosen };
  // Keeps the number as typed: "1." and "1.0" are prefixes of "1.05".
  const [, typed, unit] = /^(.*?)(Mi|Gi|Ti)$/s.exec(value) ?? [];
  if (typed !== undefined) return { figure: typed, unit: unit as MemoryUnit };
  if (problemOf(() => parseMemory(value)) !== undefined) return { figure: value, unit: chosen };
  const { figure, unit: found } = splitMemory(value);
  return { figure: `${figure}`, unit: found };
}

/** An amount of CPU in millicores, stored as "250m". */
export function MillicoresField({ value, onChange, isReadOnly, placeholder, ...rest }: FieldProps<string>) {
  const figure = value === undefined ? "" : millicoresOf(value);
  return (
    <Field {...frameOf(rest)}>
      {(control) => (
        <FigureLine
          {...control}
          inputMode="numeric"
          value={figure}
          unit="m"
          placeholder={placeholder}
          readOnly={isReadOnly}
          onType={(typed) => onChange(typed.trim() === "" ? undefined : `${typed.trim()}m`)}
        />
      )}
    </Field>
  );
}

MillicoresField.check = (value: unknown) =>
  typeof value === "string" ? problemOf(() => parseMillicores(value)) : undefined;

function millicoresOf(value: string): string {
  if (value.endsWith("m") || problemOf(() => parseMillicores(value)) !== undefined) return value.replace(/m$/, "");
  return printMillicores(parseMillicores(value)).slice(0, -1);
}
