import { SeverityBadge, Status } from "#console/widgets/badge/Badges.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { ConfigLink } from "../parts/ConfigLink.tsx";
import { insightTypeLabel } from "../parts/insight-type.ts";
import { InsightType } from "./InsightType.tsx";
import type { Insight } from "./insights-query.ts";

const item: Column<Insight> = {
  id: "config_name",
  title: "Item",
  minWidth: 240,
  sort: false,
  cell: ({ config_id, config_name, config_type, deleted_at }) => (
    <ConfigLink id={config_id} name={config_name} type={config_type} deletedAt={deleted_at} />
  ),
};

const finding: Column<Insight> = {
  id: "summary",
  title: "Summary",
  isName: true,
  minWidth: 248,
  sort: false,
  cell: ({ summary, analysis_type }) => <Truncated text={summary || insightTypeLabel(analysis_type)} cut="end" />,
};

const others: readonly Column<Insight>[] = [
  {
    id: "analysis_type",
    title: "Type",
    // Wide enough for "Recommendation".
    width: 160,
    sort: false,
    filter: "type",
    value: ({ analysis_type }) => insightTypeLabel(analysis_type),
    filterItem: ({ analysis_type }) => analysis_type ?? undefined,
    cell: ({ analysis_type }) => <InsightType type={analysis_type} />,
    // On a phone the type is in the second line, without an icon, next to the item.
    narrowCell: ({ analysis_type, summary }) => summary && insightTypeLabel(analysis_type),
  },
  {
    id: "severity",
    title: "Severity",
    width: 104,
    narrow: "status",
    worstFirst: "severity",
    filter: "severity",
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: "analyzer",
    title: "Analyzer",
    width: 152,
    narrow: "hidden",
    sort: false,
    filter: "analyzer",
    cell: ({ analyzer }) => <Truncated text={analyzer} cut="end" />,
  },
  {
    id: "status",
    title: "Status",
    width: 96,
    narrow: "hidden",
    sort: false,
    filter: "status",
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: "first_observed",
    title: "First Observed",
    width: 184,
    isTime: true,
    cell: ({ first_observed }) => <RowAge since={first_observed} />,
  },
  {
    id: "last_observed",
    title: "Last Observed",
    width: 176,
    isTime: true,
    // This column is hidden by default, to leave space for the summary; open insights were seen in the last run anyway.
    isHidden: true,
    cell: ({ last_observed }) => <RowAge since={last_observed} />,
  },
];

interface Shown {
  isOfItem: boolean;
  /** Whether all listed insights have the same status, so that the status column is hidden. */
  hasOneStatus: boolean;
}

/** A row begins with the finding. */
export function insightColumns({ isOfItem, hasOneStatus }: Shown): readonly Column<Insight>[] {
  return (isOfItem ? [finding, ...others] : [finding, item, ...others]).map((column): Column<Insight> =>
    column.id === "status" && hasOneStatus ? { ...column, isHidden: true } : column,
  );
}
