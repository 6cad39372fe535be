import { ChoicesField } from "#console/widgets/form/fields/ChoicesField.tsx";
import { SuggestField } from "#console/widgets/form/fields/SuggestField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { lineLook } from "#console/widgets/form/control-look.ts";
import { Field } from "#console/widgets/form/Field.tsx";
import type { FormPart } from "./preferences-draft.ts";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((label, index) => ({
  value: index + 1,
  label,
}));
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value }));

/** The hours in which messages are held back. */
export const QuietHours = ({ draft, change, problems }: FormPart) => (
  <section aria-labelledby="quiet-hours" className="flex flex-col gap-3">
    <div>
      <h2 id="quiet-hours" className="text-title font-semibold">
        Quiet hours
      </h2>
      <p className="text-muted">
        Messages wait until the quiet hours end, except messages about checks of critical or blocker severity, and
        messages of urgent rules.
      </p>
    </div>
    <SwitchField
      label="Hold messages back at certain times"
      value={draft.isQuiet}
      onChange={(isQuiet) => change({ isQuiet: isQuiet ?? false })}
    />
    {draft.isQuiet && (
      <>
        <div className="grid gap-3 shell:grid-cols-[8rem_8rem_minmax(0,1fr)]">
          <ClockField label="From" value={draft.from} onChange={(from) => change({ from })} />
          <ClockField label="Until" value={draft.until} onChange={(until) => change({ until })} />
          <SuggestField
            label="Time zone"
            suggestions={zones}
            value={draft.timeZone}
            onChange={(timeZone) => change({ timeZone: timeZone ?? "UTC" })}
          />
        </div>
        <ChoicesField
          label="On"
          options={days}
          value={draft.days}
          onChange={(chosen) => change({ days: (chosen ?? []) as readonly number[] })}
          help={draft.from > draft.until ? "The quiet hours end on the next day." : undefined}
        />
        {problems.quiet !== undefined && (
          <p role="alert" className="text-unhealthy-text">
            {problems.quiet}
          </p>
        )}
      </>
    )}
  </section>
);

interface ClockFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, such as 22:00. */
const ClockField = ({ label, value, onChange }: ClockFieldProps) => (
  <Field label={label}>
    {(control) => (
      <input
        {...control}
        type="time"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${lineLook} tabular-nums`}
      />
    )}
  </Field>
);
