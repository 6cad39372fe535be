import { useSyncExternalStore } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { liveState } from "./live-state.ts";

/** Renders nothing while live updates work; otherwise shows how long the data may have been out of date. */
export function LiveStatus() {
  const since = useSyncExternalStore(liveState.subscribe, liveState.lostSince);
  return (
    <span role="status" className="flex items-center">
      {since !== undefined && (
        <span
          title="The connection for live updates is down. It is retried automatically; Refresh reloads all data."
          className="mr-1 inline-flex items-center gap-1.5 rounded-full border border-line px-2 py-0.5 text-meta text-warning-text"
        >
          <Icon name="wifi-off" size={14} />
          <span className="max-shell:sr-only">
            Not live for <Elapsed since={since} />
          </span>
        </span>
      )}
    </span>
  );
}
