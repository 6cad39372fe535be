import { useWaiting } from "./waiting-approvals.ts";

/** Shown on the bell: the number of runs that wait for this person's approval. */
export function WaitingCount() {
  const { length } = useWaiting();
  if (length === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="absolute bottom-[calc(50%-1rem)] left-1/2 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular-nums ring-2 ring-surface"
      >
        {length > 99 ? "99+" : length}
      </span>
      <span className="sr-only">, {length} waiting for your approval</span>
    </>
  );
}
