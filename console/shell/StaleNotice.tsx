import { messageOf } from "#console/client/failure.ts";
import { useOutage } from "#console/client/reachability.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { Problem } from "#language/problem.ts";

interface StaleNoticeProps {
  /** The time at which the shown data was loaded, in milliseconds. */
  since: number;
  error: unknown;
}

/**
 * Shows the age of the data if it could not be reloaded, and the reason. During an outage, OutageNotice shows both
 * instead.
 */
export function StaleNotice({ since, error }: StaleNoticeProps) {
  const isOut = useOutage() !== undefined;
  if (isOut && !(error instanceof Problem && error.id === "offline")) return null;
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-4 py-2 text-warning-text"
    >
      <StatusMark meaning="warning" />
      <span className="min-w-0">
        This data is from <Elapsed since={since} /> ago. {messageOf(error)}
      </span>
    </p>
  );
}
