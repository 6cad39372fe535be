import { Icon } from "../Icon.tsx";
import { Tooltip } from "../hover/Tooltip.tsx";
import { type Costs, costTrend, type KnownCosts, knownCosts, printDollars, type Trend } from "./cost.ts";

/** The cost of the last 30 days, and the trend of the last day. */
export function CostCell({ costs }: { costs: Costs }) {
  const known = knownCosts(costs);
  if (!known) return null;
  const trend = costTrend(known);
  return (
    // The trend is drawn before the amount, so that the amounts of a column are aligned.
    <Tooltip text={<Spans costs={known} />} className="flex-row-reverse items-center gap-1.5">
      <span className="tabular-nums">{printDollars(known.month)}</span>
      {trend && <TrendMark trend={trend} />}
    </Tooltip>
  );
}

const TrendMark = ({ trend: { direction, text } }: { trend: Trend }) => (
  <span
    // A phone has space only for the amount.
    className={`inline-flex items-center gap-1 text-meta max-shell:hidden ${direction === "up" ? "text-unhealthy-text" : "text-healthy-text"}`}
  >
    <Icon name={direction === "up" ? "trending-up" : "trending-down"} size={14} />
    <span className="sr-only">{direction === "up" ? "more by" : "less by"} </span>
    {text}
  </span>
);

const Spans = ({ costs: { day, week, month } }: { costs: KnownCosts }) => (
  <dl className="grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
    {[
      ["1 day", day],
      ["7 days", week],
      ["30 days", month],
    ].map(([span, amount]) => (
      <div key={span} className="contents">
        <dt className="text-muted">{span}</dt>
        <dd className="text-right">{printDollars(Number(amount))}</dd>
      </div>
    ))}
  </dl>
);
