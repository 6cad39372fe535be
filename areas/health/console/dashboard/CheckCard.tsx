import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { type Check, checkLatency, checkUptime } from "./check.ts";
import { CheckName } from "./CheckName.tsx";
import { LatencyText, UptimeText } from "./health-columns.tsx";
import { CheckHealthCell } from "./HealthMark.tsx";
import { useCheckDetail } from "./RowDetail.tsx";
import type { ShownRun } from "./recent-results.ts";
import { RunBars } from "./RunBars.tsx";

interface CheckCardProps {
  check: Check;
  /** Whether the runs are loaded. */
  isLoaded: boolean;
  /** Newest first. */
  results: readonly ShownRun[] | undefined;
  /** The error of the last run, for a failing check. */
  error?: string | undefined;
  hrefOf: ((check: Check) => string) | undefined;
  open: ((check: Check) => void) | undefined;
}

const look = "flex h-19 w-full flex-col justify-between rounded-md border border-line bg-surface px-3 py-2 text-left";

/** A small card for a check: name, health, reason and last runs. */
export function CheckCard({ check, isLoaded, results, error, hrefOf, open }: CheckCardProps) {
  const content = (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 font-medium">
          <CheckName check={check} />
        </span>
        <CheckHealthCell check={check} />
      </span>
      <CardDetail check={check} error={error} />
      <span className="flex items-center justify-between gap-3">
        {check.checkStatuses || isLoaded ? (
          <RunBars runs={check.checkStatuses ?? results} />
        ) : (
          <Skeleton className="h-2 w-20" />
        )}
        <span className="flex shrink-0 gap-3 text-meta tabular-nums">
          <UptimeText uptime={checkUptime(check)} />
          <LatencyText millis={checkLatency(check)} />
        </span>
      </span>
    </>
  );
  if (!hrefOf) return <div className={look}>{content}</div>;
  return (
    <a
      href={hrefOf(check)}
      onClick={(event) => {
        if (!open || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(check);
      }}
      className={`${look} transition-colors hover:border-line-strong hover:bg-hover`}
    >
      {content}
    </a>
  );
}

/** Why the check is not passing, otherwise its description or target. */
function CardDetail({ check, error }: Pick<CheckCardProps, "check" | "error">) {
  const { text, isError } = useCheckDetail(check, error);
  return (
    <span title={text} className={`truncate text-meta empty:hidden ${isError ? "text-unhealthy-text" : "text-muted"}`}>
      {text}
    </span>
  );
}
