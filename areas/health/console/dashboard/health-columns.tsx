// The columns of the health table and of its pivot. The page orders and groups the rows.
import type { Column } from "#console/widgets/table/column.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { printLatency } from "#lib/time/duration.ts";
import { displayName, unknownReason, uptimeOf } from "../../model.ts";
import {
  type Check,
  checkLatency,
  checkUptime,
  groupUptime,
  healthAt,
  isRecentTransition,
  isTransitionShown,
  uptimeLook,
  uptimeText,
} from "./check.ts";
import { CheckName, GroupName } from "./CheckName.tsx";
import { useKnownClock } from "./frozen-clock.ts";
import { CheckHealthCell, GroupHealthCell } from "./HealthMark.tsx";
import { healthRanks, latestTransition, mean } from "./measure.ts";
import { RowDetail } from "./RowDetail.tsx";
import { RowReason, RowRuns, RowUptime } from "./RowFigures.tsx";
import { uptimeSpans } from "../uptime-spans.ts";

export const nameColumn = (minWidth: number): Column<Check> => ({
  id: "name",
  title: "Checks",
  isName: true,
  minWidth,
  value: displayName,
  cell: (check) => <CheckName check={check} />,
  groupCell: ({ value, rows }) => <GroupName title={String(value)} checks={rows} />,
});

interface HealthColumns {
  /** Whether the runs and uptimes of rows can be requested (RowFigures.tsx). */
  hasFigures: boolean;
  /** On a phone, rows have a second line for details. */
  isNarrow: boolean;
  /** Whether there is space for the uptime of several weeks; otherwise names and reasons use the space. */
  isRoomy: boolean;
}

export function healthColumns({ hasFigures, isNarrow, isRoomy }: HealthColumns): readonly Column<Check>[] {
  if (!hasFigures) return allColumns.filter(({ id }) => !figureColumns.has(id));
  return isNarrow ? narrowColumns : isRoomy ? wideColumns : slimColumns;
}

/** The window size at which the health table has space for all its columns. */
export const ROOMY = "(width >= 100rem)";

const figureColumns = new Set(["runs", ...uptimeSpans.map(({ id }) => `uptime_${id}`)]);

// The figure columns are only as wide as their text, to leave space for the names.
const allColumns: readonly Column<Check>[] = [
  nameColumn(218),
  {
    id: "namespace",
    title: "Namespace",
    width: 120,
    // This column is hidden by default, because the tabs show its values.
    isHidden: true,
    narrow: "hidden",
    value: ({ namespace }) => namespace,
    groupCell: ({ rows }) => [...new Set(rows.map(({ namespace }) => namespace))].join(", "),
  },
  {
    id: "health",
    title: "Health",
    // Wide enough for "Maintenance".
    width: 124,
    narrow: "status",
    worstFirst: "health",
    value: (check) => healthAt(check, Date.now()),
    sort: (a, b) => healthRanks[healthAt(a, Date.now())] - healthRanks[healthAt(b, Date.now())],
    cell: (check) => <CheckHealthCell check={check} />,
    groupCell: ({ rows }) => <GroupHealthCell checks={rows} />,
  },
  {
    id: "runs",
    title: "Last 16 Runs",
    width: 104,
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    // A check without runs has no bars. On a phone an empty cell takes no space.
    cell: (check) => (check.last_runtime === null ? null : <RowRuns check={check} />),
  },
  {
    id: "uptime",
    title: "Uptime 1h",
    narrow: "labelled",
    width: 80,
    align: "right",
    value: checkUptime,
    cell: (check) => <UptimeText uptime={checkUptime(check)} title={runsText(check.uptime)} />,
    groupCell: ({ rows }) => {
      const uptime = groupUptime(rows);
      return <UptimeText uptime={uptimeOf(uptime)} title={runsText(uptime)} />;
    },
  },
  ...uptimeSpans.map((span): Column<Check> => ({
    id: `uptime_${span.id}`,
    title: `Uptime ${span.title}`,
    // The title just fits.
    width: 88,
    narrow: "hidden",
    align: "right",
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    cell: (check) => <RowUptime check={check} span={span} />,
  })),
  {
    id: "latency",
    title: "Latency 1h",
    width: 84,
    narrow: "hidden",
    align: "right",
    value: checkLatency,
    cell: (check) => <LatencyText millis={checkLatency(check)} />,
    groupCell: ({ rows }) => <LatencyText millis={mean(rows, checkLatency)} title="Average of the group" />,
  },
  {
    id: "transition",
    title: "Transition",
    width: 84,
    value: ({ last_transition_time }) => last_transition_time,
    cell: (check) => <CheckTransition check={check} />,
    groupCell: ({ rows }) => <Transition at={latestTransition(rows)} />,
  },
];

/** The reason for the health is on its own line below the name. */
const wideColumns = allColumns.map((column): Column<Check> =>
  column.isName ? { ...column, detail: (check) => <RowDetail check={check} />, isDetailInCell: true } : column,
);

const longUptimes = new Set(["uptime_7d", "uptime_30d"]);
const slimColumns = wideColumns.map((column): Column<Check> =>
  longUptimes.has(column.id) ? { ...column, isHidden: true } : column,
);

const narrowRank = ({ id }: Column<Check>) => (id === "name" ? 0 : id === "transition" ? 1 : 2);

/** The reason is loaded with the row; until then its length is unknown, so failing rows always have space for two lines. */
const UNKNOWN_TEXT = " ".repeat(100);

/**
 * A check that is not passing has its reason below its name. The length of `value` decides how many lines are reserved
 * for the reason.
 */
const narrowReason: Column<Check> = {
  id: "reason",
  title: "Reason",
  narrow: "text",
  sort: false,
  isLoadedByCell: true,
  value: (check) => {
    const health = healthAt(check, Date.now());
    if (health === "unhealthy") return UNKNOWN_TEXT;
    if (health === "paused") return `Paused until Monday 00:00: ${check.paused?.reason ?? ""}`;
    return health === "unknown" ? unknownReason(check, Date.now()) : undefined;
  },
  cell: (check) => {
    const health = healthAt(check, Date.now());
    return health === "unhealthy" || health === "paused" || health === "unknown" ? <RowReason check={check} /> : null;
  },
};

type Cells = Pick<Column<Check>, "cell" | "groupCell">;

/** On a phone a group is shown without its icon and its last change, so that its name has more space. */
export const narrowName: Cells = {
  groupCell: ({ value, rows }) => <GroupName title={String(value)} checks={rows} hasIcon={false} />,
};

/** The cells that differ on a phone, by column. An empty cell takes no space. */
const narrowCells: Readonly<Record<string, Cells>> = {
  name: narrowName,
  uptime: { cell: (check) => (check.last_runtime === null ? null : <Uptimes check={check} />) },
  transition: {
    cell: (check) => (isTransitionShown(check, Date.now()) ? <CheckTransition check={check} /> : null),
    groupCell: () => null,
  },
};

/** The second line begins with the time of the last change. */
const narrowColumns = [...allColumns, narrowReason]
  .toSorted((one, other) => narrowRank(one) - narrowRank(other))
  .map((column): Column<Check> => ({ ...column, ...narrowCells[column.id] }));

const dayUptime = uptimeSpans.find(({ id }) => id === "24h")!;

/** The uptime of the last hour and of the last day, in one cell of a phone: "50.0% 24h 90.4%". */
const Uptimes = ({ check }: { check: Check }) => (
  <span>
    <UptimeText uptime={checkUptime(check)} title={runsText(check.uptime)} />
    {" 24h "}
    <RowUptime check={check} span={dayUptime} />
  </span>
);

/** The number of runs that the uptime is computed from. */
export function runsText({ passed, failed }: Pick<Check["uptime"], "passed" | "failed">): string {
  const runs = passed + failed;
  return runs === 0
    ? "No counted run"
    : `${passed.toLocaleString("en")} of ${runs.toLocaleString("en")} runs passed in the last hour`;
}

export const UptimeText = ({ uptime, title }: { uptime: number | undefined; title?: string }) => (
  <span title={title} className={uptimeLook(uptime)}>
    {uptimeText(uptime)}
  </span>
);

/** The unit is lighter than the number. */
export function LatencyText({ millis, title }: { millis: number | undefined; title?: string }) {
  if (millis === undefined) return <span className="text-muted">–</span>;
  const [, figure = "", unit = ""] = /^([\d.]+)(\D+)$/.exec(printLatency(millis)) ?? [];
  return (
    <span title={title}>
      {figure}
      <span className="text-muted">{unit}</span>
    </span>
  );
}

function CheckTransition({ check }: { check: Check }) {
  const isShown = useKnownClock((now) => Number(isTransitionShown(check, now)));
  return isShown === 1 && check.last_transition_time !== null ? <Ago at={check.last_transition_time} /> : null;
}

function Transition({ at }: { at: string | null }) {
  const isRecent = useKnownClock((now) => Number(isRecentTransition(at, now)));
  if (isRecent === 0 || at === null) return null;
  return <Ago at={at} />;
}

const Ago = ({ at }: { at: string }) => (
  <span className="shrink-0 text-muted">
    <Elapsed since={at} /> ago
  </span>
);
