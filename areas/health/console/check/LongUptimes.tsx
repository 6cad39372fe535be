import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { uptimesOf } from "../dashboard/RowFigures.tsx";
import { uptimeIn, uptimeSpans } from "../uptime-spans.ts";
import type { CheckDetail } from "./check-query.ts";
import { Stat } from "./Stat.tsx";

interface LongUptimesProps {
  check: CheckDetail;
  /** The span that the page already shows. */
  shownSpan: string;
  isFolded: boolean;
}

/** Spans of the page that are equal to a span here. */
const equal: Readonly<Record<string, string>> = { "1d": "24h", "1w": "7d", "1mo": "30d" };

/**
 * The uptime of the last 24 hours, 7 days and 30 days. A span is left out if the page already shows it, or if it has no
 * more data than a shorter span.
 */
export function LongUptimes({ check, shownSpan, isFolded }: LongUptimesProps) {
  const { data, dataUpdatedAt, isPending } = useQuery(uptimesOf(check.id));
  const row = data?.get(check.id);
  return uptimeSpans.map((span) => {
    const uptime = row && uptimeIn(row, span, dataUpdatedAt);
    if (span.id === equal[shownSpan] || (uptime?.isRepeated && span.id !== "24h")) return null;
    return (
      <Stat
        key={span.id}
        isFolded={isFolded}
        label={`Uptime (${span.title})`}
        detail={
          uptime?.since ? (
            <span title={uptime.title}>
              Only <Timestamp at={uptime.since} format="short" /> of data
            </span>
          ) : undefined
        }
      >
        {isPending ? (
          <Skeleton className="my-1 h-3.5 w-12" />
        ) : (
          <span title={uptime?.title}>{uptime?.text ?? "No data"}</span>
        )}
      </Stat>
    );
  });
}
