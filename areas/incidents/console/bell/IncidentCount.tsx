import { useMyIncidents } from "./my-incidents.ts";

/** On the bell: the number of open incidents that concern this person. */
export function IncidentCount() {
  const { length } = useMyIncidents();
  if (length === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="absolute right-1/2 bottom-0 min-w-4 rounded-full bg-text px-1 text-center text-[10px] leading-4 font-semibold text-surface tabular-nums ring-2 ring-surface"
      >
        {length > 99 ? "99+" : length}
      </span>
      <span className="sr-only">, {length === 1 ? "1 incident" : `${length} incidents`} of yours</span>
    </>
  );
}
