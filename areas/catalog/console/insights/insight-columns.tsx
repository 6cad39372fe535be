import { SeverityBadge, Status } from "#console/widgets/badge/Badges.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Age } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { ConfigLink } from "../parts/ConfigLink.tsx";
import { insightTypeLabel } from "../parts/insight-type.ts";
import { InsightType } from "./InsightType.tsx";
import type { Insight } from "./insights-query.ts";

const catalog: Column<Insight> = {
  id: "config_name",
  title: "Catalog",
  isName: true,
  minWidth: 176,
  sort: false,
  cell: ({ config_id, config_name, config_type, deleted_at }) => (
    <ConfigLink id={config_id} name={config_name} type={config_type} deletedAt={deleted_at} />
  ),
};

const own: readonly Column<Insight>[] = [
  {
    id: "analysis_type",
    title: "Type",
    width: 168,
    sort: false,
    filter: "type",
    value: ({ analysis_type }) => insightTypeLabel(analysis_type),
    filterItem: ({ analysis_type }) => analysis_type ?? undefined,
    cell: ({ analysis_type, severity }) => <InsightType type={analysis_type} severity={severity} />,
  },
  {
    id: "analyzer",
    title: "Analyzer",
    width: 128,
    sort: false,
    filter: "analyzer",
    cell: ({ analyzer }) => <Truncated text={analyzer} />,
  },
  {
    id: "summary",
    title: "Summary",
    minWidth: 152,
    sort: false,
    cell: ({ summary }) => (summary ? <Truncated text={summary} cut="end" /> : null),
  },
  {
    id: "severity",
    title: "Severity",
    width: 104,
    sort: false,
    filter: "severity",
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: "status",
    title: "Status",
    width: 96,
    sort: false,
    filter: "status",
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: "first_observed",
    title: "First Observed",
    width: 176,
    cell: ({ first_observed }) => <Age since={first_observed} />,
  },
  {
    id: "last_observed",
    title: "Last Observed",
    width: 176,
    // Hidden to leave room for the summary; open insights were seen in the last run anyway.
    isHidden: true,
    cell: ({ last_observed }) => <Age since={last_observed} />,
  },
];

export const insightColumns: readonly Column<Insight>[] = [catalog, ...own];

/** For the page of an item. */
export const insightColumnsOfItem: readonly Column<Insight>[] = own.map((column, index) =>
  index === 0 ? { ...column, isName: true } : column,
);
