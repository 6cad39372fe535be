import { useTimeZone } from "#console/preferences/preferences.ts";
import { ExpressionField } from "#console/widgets/form/fields/ExpressionField.tsx";
import { NumberField } from "#console/widgets/form/fields/NumberField.tsx";
import { ScheduleField } from "#console/widgets/form/fields/ScheduleField.tsx";
import { SuggestField } from "#console/widgets/form/fields/SuggestField.tsx";
import { LongTextField } from "#console/widgets/form/fields/TextField.tsx";
import { YamlField } from "#console/widgets/form/fields/YamlField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import { problemOf } from "#lib/text/unreadable.ts";
import { printMinute } from "#lib/time/dates.ts";
import { indefinitely, printTimeRange, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";
import type { Json } from "#language/columns.ts";
import { Fold } from "../parts/Fold.tsx";
import { Examples, filterExamples, selectorExamples } from "./Examples.tsx";
import type { SilenceDraft, SilenceProblems } from "./silence-draft.ts";

export interface SilenceFieldsProps {
  draft: SilenceDraft;
  change: (part: Partial<SilenceDraft>) => void;
  problems: SilenceProblems;
  isReadOnly: boolean;
}

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value }));

/** The end of a range that is relative to now. */
function EndOf({ range }: { range: TimeRange }) {
  const timeZone = useTimeZone();
  const end = useClock((now) => {
    const clock = { now, timeZone };
    const isValid = problemOf(() => resolveTimeRange(range, clock)) === undefined;
    return isValid ? printMinute(Date.parse(resolveTimeRange(range, clock).to), timeZone) : "";
  });
  return end !== "" && <span className="text-muted tabular-nums">until {end}</span>;
}

/** When the silence applies: for a time, or in windows that open on a schedule. */
export function WhenFields({ draft, change, problems, isReadOnly }: SilenceFieldsProps) {
  const ownZone = useTimeZone();
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium">Duration</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label="When"
          options={[
            { value: "once", label: "Once" },
            { value: "recurring", label: "Recurring" },
          ]}
          value={draft.when}
          onChange={(when) =>
            // A recurring silence usually has no end.
            change(
              when === draft.when
                ? {}
                : { when, timeZone: draft.timeZone ?? ownZone, ...(when === "recurring" && { range: undefined }) },
            )
          }
          isReadOnly={isReadOnly}
        />
        {isReadOnly ? (
          <span>{draft.range ? printTimeRange(draft.range) : indefinitely}</span>
        ) : (
          <TimeRangePicker
            label={draft.when === "recurring" ? "Repeats" : "Duration"}
            isFuture
            range={draft.range}
            onChange={(range) => change({ range })}
          />
        )}
        {draft.range && draft.range.type !== "absolute" && <EndOf range={draft.range} />}
      </div>
      {problems.range !== undefined && (
        <p role="alert" className="text-unhealthy-text">
          {problems.range}
        </p>
      )}
      {draft.when === "recurring" && (
        <div className="grid gap-4 shell:grid-cols-[minmax(0,1fr)_9rem_minmax(0,12rem)]">
          <ScheduleField
            label="Begins"
            presets="windows"
            timeZone={zones.some(({ value }) => value === draft.timeZone) ? draft.timeZone : undefined}
            isRequired
            value={draft.schedule}
            onChange={(schedule) => change({ schedule })}
            isReadOnly={isReadOnly}
            error={problems.schedule}
          />
          <NumberField
            label="Lasts (minutes)"
            isRequired
            min={1}
            max={10_080}
            value={draft.minutes}
            onChange={(minutes) => change({ minutes: typeof minutes === "number" ? minutes : undefined })}
            isReadOnly={isReadOnly}
            error={problems.minutes}
          />
          <SuggestField
            label="Time zone"
            suggestions={zones}
            value={draft.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            isReadOnly={isReadOnly}
            placeholder="UTC"
          />
        </div>
      )}
    </fieldset>
  );
}

/** The reason, and the filter and the selectors with examples. */
export function ConditionFields({ draft, change, problems, isReadOnly }: SilenceFieldsProps) {
  const hasFilter = !isReadOnly || draft.filter !== undefined;
  const hasSelectors = !isReadOnly || draft.selectors !== undefined;
  return (
    <>
      <LongTextField
        label="Reason"
        rows={2}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        isReadOnly={isReadOnly}
      />
      {problems.target !== undefined && (
        <p role="alert" className="text-unhealthy-text">
          {problems.target}
        </p>
      )}
      {(hasFilter || hasSelectors) && (
        <Fold
          label="More conditions"
          help="Silence further resources by a filter or selectors."
          // Without a resource, the filter and the selectors are the only conditions.
          isOpen={draft.id === undefined || draft.filter !== undefined || draft.selectors !== undefined}
        >
          {hasFilter && (
            <div className="flex flex-col gap-2">
              <ExpressionField
                label="Filter"
                notation="cel"
                value={draft.filter}
                onChange={(filter) => change({ filter })}
                isReadOnly={isReadOnly}
                placeholder='check.severity == "low"'
                help="Resources for which the expression is true are silenced."
              />
              {!isReadOnly && (
                <Examples title="Filter Examples" examples={filterExamples} choose={(filter) => change({ filter })} />
              )}
            </div>
          )}
          {hasSelectors && (
            <div className="flex flex-col gap-2">
              <YamlField
                label="Selectors"
                value={draft.selectors}
                onChange={(value) =>
                  change({ selectors: value === undefined || value === null ? undefined : ([value].flat() as Json[]) })
                }
                isReadOnly={isReadOnly}
                placeholder="- types: [Kubernetes::Pod]"
                help="A list of selectors. Resources that match at least one of them are silenced."
              />
              {!isReadOnly && (
                <Examples
                  title="Selector Examples"
                  examples={selectorExamples}
                  choose={(_, value) => change({ selectors: value as readonly Json[] })}
                />
              )}
            </div>
          )}
        </Fold>
      )}
    </>
  );
}
