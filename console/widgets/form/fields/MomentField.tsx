import { useTimeZone } from "#console/preferences/preferences.ts";
import { printMinute, readDate } from "#lib/time/dates.ts";
import { momentOf } from "#lib/time/zoned-time.ts";
import { lineLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

/** A date and time in the person's time zone; the value is an ISO timestamp. */
export function MomentField({ value, onChange, isReadOnly, ...rest }: FieldProps<string>) {
  const timeZone = useTimeZone();
  const moment = readDate(value);
  const shown = moment === undefined ? "" : printMinute(moment, timeZone);
  return (
    <Field {...frameOf(rest)} help={rest.help ?? timeZone}>
      {(control) =>
        isReadOnly ? (
          <input {...control} readOnly value={shown} className={`${lineLook} tabular-nums`} />
        ) : (
          <input
            {...control}
            type="datetime-local"
            value={shown.replace(" ", "T")}
            onChange={({ target }) => onChange(readLocal(target.value, timeZone))}
            className={`${lineLook} tabular-nums`}
          />
        )
      }
    </Field>
  );
}

/** Converts a wall-clock time to a UTC timestamp. */
function readLocal(text: string, timeZone: string): string | undefined {
  const wall = text === "" ? Number.NaN : Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : new Date(momentOf(wall, timeZone)).toISOString();
}
