import type { Column, Group } from "#console/widgets/table/column.ts";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import type { Counts } from "#language/columns.ts";
import { CostCell } from "#console/widgets/cost/CostCell.tsx";
import { InsightCounts } from "../parts/InsightCounts.tsx";
import { type Facet, facetTitle, printFacet } from "./facet.ts";
import { FacetValue, LineName } from "./LineName.tsx";
import { groupTotals, type SummaryLine, type Totals } from "./summary-line.ts";

interface Shown {
  facets: readonly Facet[];
  pathOf: (line: Pick<SummaryLine, "values">, health?: string) => string;
  isNarrow: boolean;
}

/** A group shows the totals of its lines in each column. */
const summed = (cell: (totals: Totals) => React.ReactNode) => (group: Group<SummaryLine>) =>
  cell(groupTotals(group.rows));

export const summaryColumns = ({ facets, pathOf, isNarrow }: Shown): readonly Column<SummaryLine>[] => {
  const leaf = facets.at(-1);
  return [
    {
      id: "name",
      title: facets.map(facetTitle).join(" / "),
      isName: true,
      minWidth: 280,
      value: ({ values }) => values.at(-1) ?? "(None)",
      cell: (line) => leaf && <LineName line={line} facet={leaf} href={pathOf(line)} />,
      groupCell: ({ column, value }) => (
        <FacetValue facet={facets.find((facet) => printFacet(facet) === column)} value={String(value) || null} />
      ),
      groupCount: (rows) => rows.reduce((sum, { count }) => sum + count, 0),
    },
    {
      id: "count",
      title: "Items",
      width: 88,
      align: "right",
      cell: ({ count }) => count.toLocaleString("en"),
      isHidden: true,
      groupCell: summed(({ count }) => count.toLocaleString("en")),
    },
    {
      id: "health",
      title: "Health",
      width: 224,
      narrow: "status",
      value: ({ health }) => JSON.stringify(health),
      cell: (line) =>
        isNarrow ? (
          <NarrowHealth counts={line.health} />
        ) : (
          <HealthBar label="Health" counts={line.health} hrefOf={(health) => pathOf(line, health)} />
        ),
      groupCell: summed(({ health }) =>
        isNarrow ? <NarrowHealth counts={health} /> : <HealthBar label="Health" counts={health} />,
      ),
    },
    {
      id: "changes",
      title: "Changes (30d)",
      width: 104,
      narrow: "labelled",
      align: "right",
      cell: ({ changes }) => <Figure of={changes} />,
      // On a phone a group has one line, in which a zero would move its health away from the health of its lines.
      groupCell: summed(({ changes }) => (isNarrow && changes === 0 ? null : <Figure of={changes} />)),
    },
    {
      id: "analysis",
      title: "Insights",
      width: 192,
      narrow: "hidden",
      value: ({ analysis }) => JSON.stringify(analysis),
      cell: ({ analysis }) => <InsightCounts counts={analysis} />,
      groupCell: summed(({ analysis }) => <InsightCounts counts={analysis} />),
    },
    {
      id: "cost",
      title: "Cost (30d)",
      width: 112,
      align: "right",
      value: ({ cost_total_30d }) => cost_total_30d,
      cell: (line) => <CostCell costs={line} />,
      groupCell: summed((totals) => <CostCell costs={totals} />),
    },
    {
      id: "created_at",
      title: "Created",
      width: 176,
      isTime: true,
      // This column is hidden by default, because a group only shows the date of its newest item.
      isHidden: true,
      cell: ({ created_at }) => <RowAge since={created_at} />,
      groupCell: summed(({ created_at }) => <RowAge since={created_at} />),
    },
    {
      id: "updated_at",
      title: "Updated",
      width: 176,
      isTime: true,
      narrow: "hidden",
      cell: ({ updated_at }) => <RowAge since={updated_at} />,
      groupCell: summed(({ updated_at }) => <RowAge since={updated_at} />),
    },
  ];
};

const narrowHealths = ["unhealthy", "warning", "healthy", "unknown"] as const;

/** The items by health as marks and numbers, for phones, which have no space for a bar. */
const NarrowHealth = ({ counts }: { counts: Counts }) => {
  const parts = narrowHealths.flatMap((health) => (counts[health] ? [{ health, count: counts[health] }] : []));
  // The number of all items is next to the name.
  const isAllHealthy = parts.length === 1 && parts[0]!.health === "healthy";
  return (
    <span className="flex items-center gap-2.5 tabular-nums">
      {parts.map(({ health, count }) => (
        <span key={health} className="flex items-center gap-1">
          <StatusMark meaning={health} />
          <span className="sr-only">{isAllHealthy ? health : `${health}: `}</span>
          {!isAllHealthy && count.toLocaleString("en")}
        </span>
      ))}
    </span>
  );
};

/** Zero is shown in a faint colour. */
const Figure = ({ of }: { of: number }) => (of === 0 ? <span className="text-faint">0</span> : of.toLocaleString("en"));
