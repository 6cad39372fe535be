import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { Ago, Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { describeSchedule } from "#lib/time/schedule-words.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { type SilenceState, silenceState, stateLabels } from "./silence-state.ts";
import type { ListedSilence } from "./silences-query.ts";
import "#console/widgets/page-icons.ts";

/** `unmatched` are the ids of silences that have not hidden a message for 14 days. */
export const silenceColumns = (unmatched: readonly string[]): readonly Column<ListedSilence>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 144,
    sort: false,
    cell: ({ name, id }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <Truncated text={name} />
        {unmatched.includes(id) && (
          <span
            title="Has not hidden a message for 14 days"
            className="inline-flex h-5 shrink-0 items-center rounded-sm border border-line bg-surface px-1.5 text-meta text-muted"
          >
            No match
          </span>
        )}
      </span>
    ),
  },
  {
    id: "target",
    title: "Target",
    minWidth: 224,
    share: 2,
    sort: false,
    value: (silence) => targetText(silence),
    cell: (silence) => <Target silence={silence} />,
  },
  {
    id: "state",
    title: "State",
    narrow: "status",
    width: 124,
    sort: false,
    value: (silence) => stateLabels[silenceState(silence, Date.now())],
    cell: (silence) => <State silence={silence} />,
  },
  {
    id: "until",
    title: "Expires At",
    width: 164,
    sort: false,
    value: ({ until }) => until ?? "Never",
    cell: ({ until, schedule }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {until === null ? <Endless schedule={schedule}>Never</Endless> : <Ending until={until} />}
        <Recurring schedule={schedule} />
      </span>
    ),
    // A phone does not show the title of the column, and has no space for the year.
    narrowCell: ({ until, schedule }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {until === null ? <Endless schedule={schedule}>Never expires</Endless> : <NarrowEnding until={until} />}
        <Recurring schedule={schedule} />
      </span>
    ),
  },
  { id: "description", title: "Reason", narrow: "line", minWidth: 136, sort: false },
  {
    id: "created_by",
    title: "Created By",
    narrow: "hidden",
    width: 148,
    sort: false,
    value: ({ createdBy, author }) => createdBy?.name ?? author,
    cell: ({ createdBy: by, author }) => (by ? <PersonName person={by} /> : author),
  },
];

const describe = (schedule: string) =>
  problemOf(() => parseSchedule(schedule)) === undefined ? describeSchedule(parseSchedule(schedule)) : schedule;

const marks: Readonly<Record<Exclude<SilenceState, "active">, Meaning>> = {
  scheduled: "unchecked",
  waiting: "unchecked",
  expired: "unknown",
  broken: "unhealthy",
};

const useHasEnded = (until: string) => useClock((now) => Number(Date.parse(until) <= now)) === 1;

const Ending = ({ until }: { until: string }) => (
  <span className={useHasEnded(until) ? "text-muted" : ""}>
    <Timestamp at={until} />
  </span>
);

const NarrowEnding = ({ until }: { until: string }) =>
  useHasEnded(until) ? (
    <span className="truncate">
      ended <Ago since={until} />
    </span>
  ) : (
    <span className="truncate">
      until <Timestamp at={until} format="medium" />
    </span>
  );

/** A silence that always applies and never ends hides problems until a person ends it, so it stands out. */
const Endless = ({ schedule, children }: Pick<ListedSilence, "schedule"> & { children: string }) =>
  schedule ? (
    children
  ) : (
    <span title="Hides messages until a person ends the silence" className="truncate text-warning-text">
      {children}
    </span>
  );

function State({ silence }: { silence: ListedSilence }) {
  const state = useClock((now) => silenceState(silence, now));
  return (
    <span
      title={silence.error ?? stateLabels[state]}
      className={`flex min-w-0 items-center gap-1.5 ${state === "expired" ? "text-muted" : ""}`}
    >
      {/* Hidden messages are not a good state, so an active silence is not green. */}
      {state === "active" ? <Icon name="bell-off" size={14} /> : <StatusMark meaning={marks[state]} />}
      <span className="truncate">{stateLabels[state]}</span>
    </span>
  );
}

const resourceOf = ({ catalog, component, checks, canary }: ListedSilence) =>
  catalog
    ? { kind: "config", ...catalog }
    : component
      ? { kind: "component", ...component }
      : checks
        ? { kind: "check", ...checks }
        : canary
          ? { kind: "canary", ...canary }
          : undefined;

function targetText(silence: ListedSilence): string {
  const resource = resourceOf(silence);
  const selectors = Array.isArray(silence.selectors) ? silence.selectors.map(selectorText) : [];
  const matchers = (silence.matchers ?? []).map(
    ({ name, value, isRegex = false, isEqual = true }) =>
      `${name}${isEqual ? (isRegex ? "=~" : "=") : isRegex ? "!~" : "!="}${value}`,
  );
  return [resource?.name, silence.filter, ...selectors, matchers.join(", ")].filter(Boolean).join(" or ");
}

/** Such as `types=Kubernetes::Pod namespace=batch`. Tag and label selectors are printed as they are. */
const selectorText = (selector: unknown) =>
  Object.entries((selector ?? {}) as Record<string, unknown>)
    .map(([key, value]) => (/^(?:tag|label)Selector$/.test(key) ? String(value) : `${key}=${String(value)}`))
    .join(" ");

/** The silenced resource, the filter, the selectors or the alert matchers. */
function Target({ silence }: { silence: ListedSilence }) {
  const resource = resourceOf(silence);
  if (!resource)
    return (
      <span title={silence.error ?? targetText(silence)} className="flex min-w-0 items-center gap-1.5">
        {silence.error !== null && <StatusMark meaning="unhealthy" />}
        {/* Filters often differ only in the value at their end. */}
        <Truncated text={targetText(silence)} end={14} hasTitle={false} className="font-mono text-meta" />
      </span>
    );
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <ResourceLink kind={resource.kind} id={resource.id} name={resource.name} />
      {silence.recursive && (
        <span title="With all its children" className="flex text-muted">
          <Icon name="corner-down-right" size={14} />
          <span className="sr-only">with all its children</span>
        </span>
      )}
    </span>
  );
}

const Recurring = ({ schedule }: Pick<ListedSilence, "schedule">) =>
  schedule && (
    <span title={describe(schedule)} className="flex text-muted">
      <Icon name="repeat" size={14} />
      <span className="sr-only">Recurring: {describe(schedule)}</span>
    </span>
  );
