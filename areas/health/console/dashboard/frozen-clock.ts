// The time up to which the page has data. While the server is unreachable, missing results are not failures of the
// checks, so the clock stops at the time of the last data.
import { createContext, use } from "react";
import { useClock } from "#console/widgets/time/clock.ts";

/** Null while the clock runs. */
export const FrozenClock = createContext<number | null | undefined>(undefined);

/** Returns `select` of the current or frozen time. */
export function useKnownClock<Shown extends string | number>(select: (now: number) => Shown): Shown {
  const frozen = use(FrozenClock);
  if (frozen === undefined) throw new Error("useKnownClock needs a FrozenClock above it");
  return useClock((now) => select(frozen ?? now));
}
