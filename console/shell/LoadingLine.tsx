import { useSyncExternalStore } from "react";
import { loading } from "#console/client/loading.ts";

/** An animated line below the header while a request takes longer than 0.7 seconds. */
export function LoadingLine() {
  const state = useSyncExternalStore(loading.subscribe, loading.state);
  return (
    <span
      aria-hidden
      data-loading={state}
      className="pointer-events-none absolute inset-x-0 -bottom-px h-0.5 overflow-hidden opacity-0 data-[loading=loading]:opacity-100 data-[loading=loading]:transition-opacity data-[loading=loading]:delay-700"
    >
      <span className="block h-full w-1/4 animate-pass bg-accent" />
    </span>
  );
}
