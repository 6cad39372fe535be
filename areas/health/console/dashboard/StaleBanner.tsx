import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Timestamp, Elapsed } from "#console/widgets/time/Timestamp.tsx";

interface StaleBannerProps {
  /** When the shown data was last up to date, in milliseconds. */
  since: number;
  /** The reason why newer data is missing. */
  reason: string;
}

/** Warns that the shown data may be out of date. */
export const StaleBanner = ({ since, reason }: StaleBannerProps) => (
  <p
    role="status"
    className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-4 py-2 text-warning-text"
  >
    <StatusMark meaning="warning" />
    <span className="min-w-0">
      Data is stale since <Timestamp at={since} format="medium" /> (<Elapsed since={since} /> ago). {reason} Retrying
      automatically.
    </span>
  </p>
);
