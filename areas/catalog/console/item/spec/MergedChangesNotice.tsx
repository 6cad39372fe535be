import { Icon } from "#console/widgets/Icon.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { ConfigAt } from "../../../contract.ts";

/** What is shown is not what was asked for, and how far it is from that. */
export const Between = ({ of: { from, until, count } }: { of: NonNullable<ConfigAt["between"]> }) => (
  <p role="status" className="flex shrink-0 items-start gap-1.5 rounded-md bg-sunken px-3 py-1.5 text-warning-text">
    <span className="flex h-5 items-center">
      <Icon name="alert-circle" size={14} />
    </span>
    <span>
      Between <Timestamp at={from} format="timestamp" /> and <Timestamp at={until} format="timestamp" /> it changed{" "}
      {count} times, and these changes are kept as one: what it was at this moment is not known. This is what it was
      before them.
    </span>
  </p>
);
