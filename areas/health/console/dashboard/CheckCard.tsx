import type { CheckRunShown } from "../../model.ts";
import { type Check, checkLatency, checkUptime } from "./check.ts";
import { CheckName } from "./CheckName.tsx";
import { LatencyText, UptimeText } from "./health-columns.tsx";
import { CheckHealthCell } from "./HealthMark.tsx";

type ShownRun = Pick<CheckRunShown, "time" | "status">;

interface CheckCardProps {
  check: Check;
  /** The newest first. */
  results: readonly ShownRun[] | undefined;
  hrefOf: ((check: Check) => string) | undefined;
  open: ((check: Check) => void) | undefined;
}

const look = "flex h-19 w-full flex-col justify-between rounded-md border border-line bg-surface px-3 py-2 text-left";

/** A check in little room: its name, how it stands, and how its last runs went. */
export function CheckCard({ check, results, hrefOf, open }: CheckCardProps) {
  const content = (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 font-medium">
          <CheckName check={check} hasNamespace={false} />
        </span>
        <CheckHealthCell check={check} />
      </span>
      <span className="flex items-center justify-between gap-3">
        <Results of={check.checkStatuses ?? results} />
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

const MOST_RESULTS = 16;

/** What failed stands out by its height, too. */
const barLook = (status: boolean | null) =>
  status === null ? "h-2 border border-unchecked" : status ? "h-2 bg-healthy" : "h-4 bg-unhealthy";

/** The oldest left, the newest right. */
function Results({ of }: { of: readonly ShownRun[] | undefined }) {
  if (!of || of.length === 0) return <span />;
  const shown = of.slice(0, MOST_RESULTS).toReversed();
  const failed = shown.filter(({ status }) => status === false).length;
  return (
    <span
      role="img"
      aria-label={`Of the last ${shown.length} runs ${failed === 0 ? "none" : failed} failed`}
      className="flex h-4 min-w-0 items-end gap-0.5 overflow-hidden"
    >
      {shown.map(({ time, status }) => (
        <span key={time} className={`w-1.5 shrink-0 rounded-[1px] ${barLook(status)}`} />
      ))}
    </span>
  );
}
