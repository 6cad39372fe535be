import type { ReactNode } from "react";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import type { CheckDetail } from "./check-query.ts";
import { unknownReason } from "./known.ts";
import { RunNowResult } from "./RunNowResult.tsx";

/** What has to be known before the figures are read. */
export function CheckNotices({ check }: { check: CheckDetail }) {
  const reason = useClock((now) => unknownReason(check, now) ?? "");
  return (
    <>
      <RunNowResult id={check.id} />
      {check.deleted_at !== null && (
        <CheckNotice meaning="unknown" title="Deleted">
          It is no longer checked. Its history is kept for a while.
        </CheckNotice>
      )}
      {reason !== "" && check.deleted_at === null && (
        <CheckNotice meaning="unchecked" title="Unknown">
          {reason}
          {check.could_not_check_since !== null && (
            <>
              {" "}
              For <Timestamp at={check.could_not_check_since} format="short" />.
            </>
          )}
        </CheckNotice>
      )}
    </>
  );
}

interface CheckNoticeProps {
  meaning: Meaning;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export const CheckNotice = ({ meaning, title, children, action }: CheckNoticeProps) => (
  <div role="note" className="flex items-start gap-2 rounded-md border border-line bg-sunken px-3 py-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <p className="min-w-0 flex-1 wrap-anywhere">
      <span className="font-medium">{title}</span> {children}
    </p>
    {action}
  </div>
);
