import { type ReactNode, useState } from "react";
import { useCall } from "#console/client/call.ts";
import { exchange } from "#console/client/http.ts";
import { oneOf, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { figures, type IncidentFigures } from "../../contract/automation.ts";
import { IncidentsScreen } from "../list/IncidentsScreen.tsx";
import { typeOf } from "../parts/incident-words.ts";
import { reportFailure } from "../parts/incident-writes.ts";

type FiguresRow = IncidentFigures["rows"][number];
type Spread = FiguresRow["acknowledge"];

const groupings = ["month", "type", "team"] as const;
const spans = ["30d", "90d", "180d", "365d"] as const;
const spanLabels: Readonly<Record<(typeof spans)[number], string>> = {
  "30d": "30 days",
  "90d": "90 days",
  "180d": "6 months",
  "365d": "1 year",
};
const figuresUrl = urlState({ by: oneOf(groupings, "month"), span: oneOf(spans, "90d") });

const spread = (id: "acknowledge" | "mitigate" | "resolve", title: string): Column<FiguresRow>[] => [
  {
    id: `${id}.median`,
    title: `${title}, median`,
    width: id === "acknowledge" ? 144 : 120,
    align: "right",
    // A phone has room for two of the three times.
    narrow: id === "mitigate" ? "hidden" : "labelled",
    value: (row) => row[id].median,
    cell: (row) => <Time spread={row[id]} part="median" />,
  },
  {
    id: `${id}.p90`,
    title: `${title}, 90 %`,
    width: id === "acknowledge" ? 132 : 112,
    align: "right",
    narrow: "hidden",
    value: (row) => row[id].p90,
    cell: (row) => <Time spread={row[id]} part="p90" />,
  },
];

function Time({ spread: figure, part }: { spread: Spread; part: keyof Spread }) {
  const seconds = figure[part];
  return seconds === null ? <span className="text-faint">–</span> : <Duration millis={rounded(seconds) * 1000} />;
}

/** Durations of hours are shown without seconds, and durations of days without minutes. */
function rounded(seconds: number): number {
  const unit = seconds >= 86_400 ? 3600 : seconds >= 3600 ? 60 : 1;
  return Math.max(1, Math.round(seconds / unit) * unit);
}

/** Months are in UTC, as on the server. */
const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });

const columnsOf = (by: (typeof groupings)[number]): readonly Column<FiguresRow>[] => [
  {
    id: "group",
    title: { month: "Month", type: "Type", team: "Team" }[by],
    isName: true,
    minWidth: 160,
    value: ({ group }) => (by === "type" ? (typeOf(group)?.label ?? group) : group) || "None",
    ...(by === "month" && { cell: ({ group }: FiguresRow) => monthName(group) }),
  },
  { id: "incidents", title: "Incidents", width: 104, align: "right", narrow: "status" },
  ...spread("acknowledge", "Acknowledge"),
  ...spread("mitigate", "Mitigate"),
  ...spread("resolve", "Resolve"),
];
const columns = { month: columnsOf("month"), type: columnsOf("type"), team: columnsOf("team") };

/** How long incidents take to be acknowledged, mitigated and resolved, by month, type or team. */
export function FiguresPage() {
  const [{ by, span }, change] = useUrl(figuresUrl);
  const query = { from: `now-${span}`, to: "now", by };
  const found = useCall(figures, { query }, { relations: ["incidents"] });
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { text } = await exchange(`${figures.path}?${new URLSearchParams(query)}`, {
        headers: { accept: "text/csv" },
      });
      downloadFile(`incidents-by-${by}.csv`, text, "text/csv");
    } catch (error) {
      reportFailure(error, "The file could not be loaded");
    } finally {
      setBusy(false);
    }
  };
  return (
    <IncidentsScreen title="Figures" refresh={found}>
      <div className="flex h-full flex-col gap-3 p-4 pb-0">
        <div className="flex flex-wrap items-center gap-2">
          <Segments
            label="Group by"
            value={by}
            options={[
              { value: "month", label: "By month" },
              { value: "type", label: "By type" },
              { value: "team", label: "By team" },
            ]}
            onChange={(next) => void change({ by: next })}
          />
          <ChoiceFilter
            label="Opened in the last"
            all={false}
            options={spans.map((value) => ({ value, label: spanLabels[value] }))}
            value={span}
            change={(next) => void change({ span: next as typeof span })}
          />
          <span className="flex-1" />
          <Button icon="download" isBusy={isBusy} onClick={() => void download()}>
            Download CSV
          </Button>
        </div>
        {found.data && found.data.total.incidents > 0 && <Totals total={found.data.total} />}
        <div className="min-h-0 flex-1">
          <DataTable
            id={`incidents.figures.${by}`}
            caption="Figures of incidents"
            columns={columns[by]}
            rows={{ ...found, data: found.data?.rows }}
            keyOf={({ group }) => group}
            hasTools={false}
            empty="No incidents were opened in this time"
            emptyIcon="chart-column"
          />
        </div>
      </div>
    </IncidentsScreen>
  );
}

/** The figures of all incidents in the chosen time. */
const Totals = ({ total }: { total: IncidentFigures["total"] }) => (
  <dl className="grid shrink-0 grid-cols-4 rounded-md border border-line bg-surface py-1 max-shell:grid-cols-2">
    <Total label="Incidents">{total.incidents.toLocaleString("en")}</Total>
    <TotalTime label="Time to acknowledge" spread={total.acknowledge} />
    <TotalTime label="Time to mitigate" spread={total.mitigate} />
    <TotalTime label="Time to resolve" spread={total.resolve} />
  </dl>
);

const TotalTime = ({ label, spread: figure }: { label: string; spread: Spread }) => (
  <Total
    label={label}
    detail={
      figure.p90 !== null && (
        <>
          median; 90 % within <Time spread={figure} part="p90" />
        </>
      )
    }
  >
    <Time spread={figure} part="median" />
  </Total>
);

interface TotalProps {
  label: string;
  detail?: ReactNode;
  children: ReactNode;
}

const Total = ({ label, detail, children }: TotalProps) => (
  <div className="flex min-w-0 flex-col px-3 py-1.5">
    <dt className="truncate text-meta text-muted">{label}</dt>
    <dd className="min-w-0">
      <div className="text-title font-semibold tabular-nums">{children}</div>
      {detail && <div className="text-meta text-muted">{detail}</div>}
    </dd>
  </div>
);
