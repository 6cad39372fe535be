import { messageOf } from "#console/client/failure.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Elapsed.tsx";

interface StaleNoticeProps {
  /** When what is shown was read, in milliseconds. */
  since: number;
  error: unknown;
}

/** What is shown could not be read again: says since when it is old, and why. */
export function StaleNotice({ since, error }: StaleNoticeProps) {
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-4 py-2 text-warning-text"
    >
      <StatusMark meaning="warning" />
      <span className="min-w-0">
        Shown as it was <Elapsed since={since} /> ago. {messageOf(error)}
      </span>
    </p>
  );
}
