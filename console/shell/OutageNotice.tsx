import { reachability, useOutage } from "#console/client/reachability.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed, Timestamp } from "#console/widgets/time/Timestamp.tsx";

/**
 * A notice above the page while the server cannot serve requests: the reason, and since when the shown data may be out
 * of date.
 */
export function OutageNotice() {
  const outage = useOutage();
  if (!outage) return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 items-start gap-2 border-b border-line bg-unhealthy-soft px-4 py-2 text-unhealthy-text"
    >
      <span className="flex h-5 items-center">
        <StatusMark meaning="unhealthy" />
      </span>
      <span className="min-w-0">
        <strong className="font-semibold">{outage.reason}</strong> Showing data from{" "}
        <Timestamp at={outage.since} format="medium" /> (<Elapsed since={outage.since} /> ago). Reconnecting
        automatically.
      </span>
      <button
        type="button"
        onClick={() => reachability.retry()}
        className="touch-area ml-auto h-5 shrink-0 font-medium whitespace-nowrap underline underline-offset-2"
      >
        Retry now
      </button>
    </div>
  );
}
