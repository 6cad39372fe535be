import { Icon } from "#console/widgets/Icon.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { ConfigAt } from "../../../contract.ts";

/** Warns that the document at the chosen time is unknown, because several changes were stored as one. */
export const MergedChangesNotice = ({ of: { from, until, count } }: { of: NonNullable<ConfigAt["between"]> }) => (
  <p role="status" className="flex shrink-0 items-start gap-1.5 rounded-md bg-sunken px-3 py-1.5 text-warning-text">
    <span className="flex h-5 items-center">
      <Icon name="alert-circle" size={14} />
    </span>
    <span>
      Between <Timestamp at={from} format="timestamp" /> and <Timestamp at={until} format="timestamp" /> it changed{" "}
      {count} times, and these changes were saved as one: the document at this time is unknown. This is the document
      before these changes.
    </span>
  </p>
);
