import { ChoicesField } from "#console/widgets/form/fields/ChoicesField.tsx";
import { Field, type FieldProps, frameOf } from "#console/widgets/form/Field.tsx";
import { type EventGroup, eventGroups, eventNames } from "./event-names.ts";

/** The events of a rule, by kind of resource. Event names of other areas and patterns such as check.* stay selected. */
export function EventsField({ value = [], onChange, isReadOnly, ...rest }: FieldProps<readonly string[]>) {
  const others = value.filter((event) => !eventNames.includes(event));
  const all: readonly EventGroup[] = [
    ...eventGroups,
    ...(others.length > 0 ? [{ label: "Others", events: others }] : []),
  ];
  const isUsed = ({ events }: EventGroup) => events.some((event) => value.includes(event));
  const rare = all.filter((group) => group.isRare && !isUsed(group));
  const change = (group: readonly string[], chosen: readonly unknown[] = []) => {
    const kept = value.filter((event) => !group.includes(event));
    const next = [...kept, ...(chosen as readonly string[])];
    onChange(next.length === 0 ? undefined : next);
  };
  const draw = ({ label, events }: EventGroup) => (
    <div key={label} className="grid items-start gap-x-3 gap-y-1 shell:grid-cols-[6rem_minmax(0,1fr)]">
      <span aria-hidden className="text-muted shell:leading-7">
        {label}
      </span>
      <ChoicesField
        label={label}
        isLabelHidden
        options={events.map((event) => ({ value: event, label: wordOf(event) }))}
        value={value.filter((event) => events.includes(event))}
        onChange={(chosen) => change(events, chosen)}
        isReadOnly={isReadOnly}
      />
    </div>
  );
  return (
    <Field {...frameOf(rest)} isGroup>
      {() => (
        <div className="flex flex-col gap-2.5">
          {all.filter((group) => !rare.includes(group)).map(draw)}
          {rare.length > 0 && (
            <details>
              <summary className="cursor-pointer py-1 text-muted max-shell:py-2.5 hover:text-text">More events</summary>
              <div className="flex flex-col gap-2.5 pt-2.5">{rare.map(draw)}</div>
            </details>
          )}
        </div>
      )}
    </Field>
  );
}

/** The option shows the event name without the kind, because the heading of the group shows the kind. */
const wordOf = (event: string) => (eventNames.includes(event) ? event.slice(event.indexOf(".") + 1) : event);
