import { PersonName } from "#console/widgets/PersonName.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Age } from "#console/widgets/time/Age.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Hover } from "#console/widgets/hover/Hover.tsx";
import type { ListedRule } from "./rules-query.ts";

const NANOS = 1_000_000;

const ruleColumns: readonly Column<ListedRule>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 160,
    cell: ({ name }) => <Truncated text={name} />,
  },
  {
    id: "events",
    title: "Events",
    width: 232,
    sort: false,
    value: ({ events }) => events.join(", "),
    cell: ({ events }) => <Events events={events} />,
    // Borders around each event would crowd the second line, which has more values.
    narrowCell: ({ events }) => <span className="truncate">{shortened(events)}</span>,
  },
  {
    id: "filter",
    title: "Filter",
    narrow: "hidden",
    minWidth: 176,
    share: 1.5,
    sort: false,
    // Filters often differ only in the value at their end.
    cell: ({ filter }) =>
      filter && (
        <span className="flex min-w-0 items-center">
          <Truncated text={filter} end={12} className="font-mono text-meta" />
        </span>
      ),
  },
  {
    id: "status",
    title: "Status",
    narrow: "status",
    width: 96,
    sort: false,
    value: ({ error }) => (error === null ? "Active" : "Paused"),
    cell: ({ error }) => (
      <span
        title={error ?? undefined}
        className={`flex items-center gap-1.5 ${error === null ? "" : "text-unhealthy-text"}`}
      >
        <StatusMark meaning={error === null ? "healthy" : "unhealthy"} />
        {error === null ? "Active" : "Paused"}
      </span>
    ),
  },
  { id: "sent", title: "Sent", narrow: "labelled", width: 68, align: "right" },
  {
    id: "failed",
    title: "Failed",
    narrow: "labelled",
    width: 72,
    align: "right",
    cell: (rule) => <Failed rule={rule} />,
  },
  { id: "pending", title: "Pending", narrow: "hidden", width: 76, align: "right" },
  {
    id: "avg_duration_ms",
    title: "Avg Duration",
    narrow: "hidden",
    isHidden: true,
    width: 112,
    align: "right",
    cell: ({ avg_duration_ms }) => avg_duration_ms !== null && <Duration millis={avg_duration_ms} />,
  },
  { id: "repeat_interval", title: "Repeat Interval", narrow: "hidden", width: 116, align: "right" },
  {
    id: "wait_for",
    title: "Wait For",
    narrow: "hidden",
    isHidden: true,
    width: 88,
    align: "right",
    cell: ({ wait_for }) => wait_for !== null && <Duration millis={wait_for / NANOS} />,
  },
  {
    id: "created_at",
    title: "Created At",
    narrow: "hidden",
    isHidden: true,
    width: 176,
    cell: ({ created_at }) => <Age since={created_at} />,
  },
  {
    id: "updated_at",
    title: "Updated At",
    narrow: "hidden",
    isHidden: true,
    width: 176,
    cell: ({ updated_at }) => <Age since={updated_at} />,
  },
  {
    id: "created_by",
    title: "Created By",
    narrow: "hidden",
    isHidden: true,
    width: 144,
    sort: false,
    value: ({ created_by }) => created_by?.name,
    cell: ({ created_by: by }) => by && <PersonName person={by} />,
  },
];

const drawError = ({ error }: ListedRule) =>
  error === null ? undefined : <span className="text-unhealthy-text">{error}</span>;

/** A narrow table has no detail line, so the error has its own column. */
const narrowError: Column<ListedRule> = { id: "error", title: "Error", narrow: "text", sort: false, cell: drawError };

/** The columns, with the reason for a pause below the name. */
export const ruleColumnsFor = (isNarrow: boolean): readonly Column<ListedRule>[] =>
  isNarrow
    ? [...ruleColumns, narrowError]
    : ruleColumns.map((column) => (column.isName ? { ...column, detail: drawError } : column));

/** The first events, and the number of further events. */
const SHOWN = 2;

const shortened = (events: readonly string[]) =>
  events.slice(0, SHOWN).join(", ") + (events.length > SHOWN ? ` +${events.length - SHOWN}` : "");

const Events = ({ events }: { events: readonly string[] }) => (
  <span title={events.join(", ")} className="flex min-w-0 items-center gap-1">
    {events.slice(0, SHOWN).map((event) => (
      <span
        key={event}
        className="inline-flex h-5 min-w-0 items-center rounded-sm border border-line bg-surface px-1.5 text-meta"
      >
        <span className="truncate">{event}</span>
      </span>
    ))}
    {events.length > SHOWN && <span className="shrink-0 text-meta text-muted">+{events.length - SHOWN}</span>}
  </span>
);

/** Almost every rule has some failures, so only a share that points to a broken recipient is red. */
const MAX_FAILED_SHARE = 0.25;

/** The number of failed messages, with the most common error on hover. */
function Failed({ rule: { sent, failed, last_failed_at: at, most_common_error: error } }: { rule: ListedRule }) {
  if (failed === 0) return 0;
  const isHigh = failed > MAX_FAILED_SHARE * (sent + failed);
  const count = <span className={isHigh ? "font-medium text-unhealthy-text" : ""}>{failed.toLocaleString("en")}</span>;
  if (at === null || error === null) return count;
  const popup = () => (
    <span className="wrap-anywhere">
      <Elapsed since={at} /> ago: {error}
    </span>
  );
  return (
    <Hover look="tip" popup={popup}>
      {count}
    </Hover>
  );
}
