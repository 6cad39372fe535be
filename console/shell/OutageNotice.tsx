import { useOutage } from "#console/client/reachability.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";

/**
 * A notice above the page while the server cannot serve requests: the reason, and since when the shown data may be out
 * of date.
 */
export function OutageNotice() {
  const outage = useOutage();
  if (!outage) return null;
  return (
    <p
      role="alert"
      className="flex shrink-0 items-start gap-2 border-b border-line bg-unhealthy-soft px-4 py-2 text-unhealthy-text"
    >
      <span className="flex h-5 items-center">
        <StatusMark meaning="unhealthy" />
      </span>
      <span className="min-w-0">
        <strong className="font-semibold">{outage.reason}</strong> Data may be out of date for{" "}
        <Elapsed since={outage.since} />. Reconnecting automatically.
      </span>
    </p>
  );
}
