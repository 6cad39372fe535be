import { parseDuration, printDuration, refreshIntervals } from "#lib/time/duration.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { FieldProps } from "../Field.tsx";
import { SuggestField } from "./SuggestField.tsx";

interface DurationFieldProps extends FieldProps<string> {
  /** The suggested durations; "none" clears the field. */
  presets?: readonly string[] | undefined;
}

/** A duration: chosen from the presets, or typed such as 30s, 1h30m, 1d12h. */
export function DurationField({ presets = refreshIntervals, onChange, help, ...rest }: DurationFieldProps) {
  return (
    <SuggestField
      {...rest}
      onChange={(next) => onChange(next === "none" ? undefined : next)}
      suggestions={presets.map((value) => ({ value }))}
      placeholder={rest.placeholder ?? "none"}
      help={spelled(rest.value) ?? help}
    />
  );
}

DurationField.check = (value: unknown) =>
  typeof value === "string" ? problemOf(() => parseDuration(value)) : undefined;

/** Converts `90m` to "1h 30m". Undefined if the typed text is already the normal form. */
function spelled(value: string | undefined): string | undefined {
  if (value === undefined || DurationField.check(value) !== undefined) return undefined;
  const long = printDuration(parseDuration(value));
  return long.replaceAll(" ", "") === value.replaceAll(" ", "") ? undefined : `= ${long}`;
}
