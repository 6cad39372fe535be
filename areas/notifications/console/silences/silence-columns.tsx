import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
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
    minWidth: 184,
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
    minWidth: 216,
    sort: false,
    value: (silence) => targetText(silence),
    cell: (silence) => <Target silence={silence} />,
  },
  {
    id: "state",
    title: "State",
    narrow: "status",
    width: 136,
    sort: false,
    value: (silence) => stateLabels[silenceState(silence, Date.now())],
    cell: (silence) => <State silence={silence} />,
  },
  {
    id: "until",
    title: "Expires At",
    width: 176,
    sort: false,
    value: ({ until }) => until ?? "Never",
    cell: ({ until, schedule }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {until === null ? "Never" : <Timestamp at={until} />}
        <Recurring schedule={schedule} />
      </span>
    ),
    // A phone does not show the title of the column, and has no space for the year.
    narrowCell: ({ until, schedule }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {until === null ? (
          "Never expires"
        ) : (
          <span className="truncate">
            until <Timestamp at={until} format="full" />
          </span>
        )}
        <Recurring schedule={schedule} />
      </span>
    ),
  },
  { id: "description", title: "Reason", narrow: "line", minWidth: 160, sort: false },
  {
    id: "created_by",
    title: "Created By",
    narrow: "hidden",
    width: 160,
    sort: false,
    value: ({ createdBy, author }) => createdBy?.name ?? author,
    cell: ({ createdBy: by, author }) => (by ? <PersonName person={by} /> : author),
  },
];

const describe = (schedule: string) =>
  problemOf(() => parseSchedule(schedule)) === undefined ? describeSchedule(parseSchedule(schedule)) : schedule;

const marks: Readonly<Record<SilenceState, Meaning>> = {
  active: "healthy",
  scheduled: "unchecked",
  waiting: "unchecked",
  expired: "unknown",
  broken: "unhealthy",
};

function State({ silence }: { silence: ListedSilence }) {
  const state = useClock((now) => silenceState(silence, now));
  return (
    <span title={silence.error ?? undefined} className="flex min-w-0 items-center gap-1.5">
      <StatusMark meaning={marks[state]} />
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
        <span className="truncate font-mono text-meta">{targetText(silence)}</span>
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
